"""The input must meet a new condition."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-condition-added",
    title="The input must meet a new condition",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place}: a condition was added",
    why="Calls that worked may now be refused.",
    check=on("input.condition.narrowed"),
)
