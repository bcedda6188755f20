"""A parameter takes more types."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-type-widened",
    title="A parameter takes more types",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} now also takes {gained}",
    why="Values that fitted still fit.",
    check=on("input.type.widened"),
)
