"""A parameter must now fit a pattern."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-pattern-added",
    title="A parameter must now fit a pattern",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place} must now fit the pattern {new}",
    why="Values that fitted may now be refused.",
    check=on("input.pattern.narrowed"),
)
