"""The server calls itself by another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="server-name-changed",
    title="The server calls itself by another name",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="name was {old} and is {new}",
    when_added="name is now {new}",
    when_removed="name {old} removed",
    why="It may be another server, or one that wants to be taken for another.",
    check=on("server-name"),
)
