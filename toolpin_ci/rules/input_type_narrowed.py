"""A parameter takes fewer types."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-type-narrowed",
    title="A parameter takes fewer types",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} no longer takes {lost}",
    when_added="{place} now takes {new} alone",
    why="Values of the lost type are now refused.",
    check=on("input.type.narrowed"),
)
