"""A parameter need not fit a pattern any more."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-pattern-removed",
    title="A parameter need not fit a pattern any more",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} need no longer fit the pattern {old}",
    why="Values that fitted still fit.",
    check=on("input.pattern.widened"),
)
