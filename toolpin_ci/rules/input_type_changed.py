"""A parameter takes another type."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-type-changed",
    title="A parameter takes another type",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} took {old} and takes {new}",
    why="Values that fitted are now refused.",
    check=on("input.type.changed"),
)
