"""A server was removed from the lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="server-entry-removed",
    title="A server was removed from the lockfile",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="removed from the lockfile",
    why="The server is no longer compared with anything.",
)
