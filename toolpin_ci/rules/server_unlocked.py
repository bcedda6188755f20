"""A server is not in the lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="server-unlocked",
    title="A server is not in the lockfile",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.ADDED,
    message="not in the lockfile",
    why="An agent would use it, and nobody has agreed to what it offers.",
)
