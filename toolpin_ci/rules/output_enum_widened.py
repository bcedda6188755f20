"""The result may have more values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-enum-widened",
    title="The result may have more values",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} may now also be {gained}",
    why="Consumers that handle each listed value meet one that they do not know.",
    check=on("output.enum.widened"),
)
