"""The input must fit exactly one alternative."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-composition-narrowed",
    title="The input must fit exactly one alternative",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} must now fit exactly one alternative",
    why="Values that fit several alternatives are now refused.",
    check=on("input.composition.narrowed"),
)
