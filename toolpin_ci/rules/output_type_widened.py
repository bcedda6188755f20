"""The result may have more types."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-type-widened",
    title="The result may have more types",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} may now also be {gained}",
    when_removed="in the result, {place} no longer says its type: it was {old}",
    why="Consumers may get what they cannot read.",
    check=on("output.type.widened", "output.type.opened"),
)
