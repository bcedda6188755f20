"""A condition on the input is gone."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-condition-removed",
    title="A condition on the input is gone",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place}: a condition was removed",
    why="Calls that worked still work.",
    check=on("input.condition.widened"),
)
