"""A parameter must fit another pattern."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-pattern-changed",
    title="A parameter must fit another pattern",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: pattern was {old} and is {new}",
    why="Values that fitted may now be refused.",
    check=on("input.pattern.changed"),
)
