"""A parameter takes other listed values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-enum-changed",
    title="A parameter takes other listed values",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} no longer takes {lost} and now takes {gained}",
    why="Some values that fitted are now refused.",
    check=on("input.enum.changed"),
)
