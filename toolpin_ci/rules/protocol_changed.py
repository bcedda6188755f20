"""The server no longer says, or now says, its protocol."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="protocol-changed",
    title="The server no longer says, or now says, its protocol",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="protocol was {old} and is {new}",
    when_added="protocol is now {new}",
    when_removed="protocol {old} is no longer named",
    why="Without a version nobody knows which rules hold.",
    check=on("protocol"),
)
