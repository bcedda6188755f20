"""Nothing was checked."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="nothing-checked",
    title="Nothing was checked",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="no server was found to check",
    why="A green check over nothing would say what nobody knows.",
)
