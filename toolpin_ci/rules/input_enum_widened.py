"""A parameter takes more listed values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-enum-widened",
    title="A parameter takes more listed values",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} now also takes {gained}",
    why="Values that fitted still fit.",
    check=on("input.enum.widened"),
)
