"""The result has other values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-enum-changed",
    title="The result has other values",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} is no longer {lost} and may be {gained}",
    why="Consumers that handle each listed value meet one that they do not know.",
    check=on("output.enum.changed"),
)
