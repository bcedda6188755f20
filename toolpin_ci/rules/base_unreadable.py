"""The lockfile of the base cannot be read."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="base-unreadable",
    title="The lockfile of the base cannot be read",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{reason}",
    why="Without the base nobody can say what this change declares.",
)
