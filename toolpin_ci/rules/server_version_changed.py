"""The server has another version."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="server-version-changed",
    title="The server has another version",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="version was {old} and is {new}",
    when_added="version is now {new}",
    when_removed="version {old} removed",
    why="What the version changed is reported beside it.",
    check=on("server-version"),
)
