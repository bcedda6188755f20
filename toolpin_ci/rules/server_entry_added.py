"""A server was added to the lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="server-entry-added",
    title="A server was added to the lockfile",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.ADDED,
    message="added to the lockfile",
    why="The agent gains everything that this server offers.",
)
