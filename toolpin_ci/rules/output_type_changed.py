"""The result has another type."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-type-changed",
    title="The result has another type",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} was {old} and is {new}",
    why="Consumers get what they cannot read.",
    check=on("output.type.changed"),
)
