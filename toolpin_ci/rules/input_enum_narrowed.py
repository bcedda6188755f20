"""A parameter takes fewer of the listed values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-enum-narrowed",
    title="A parameter takes fewer of the listed values",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} takes the values {new} alone; lost: {lost}",
    when_added="{place} now takes the values {new} alone",
    why="Values that fitted are now refused.",
    check=on("input.enum.narrowed"),
)
