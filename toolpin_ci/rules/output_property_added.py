"""The result has one more property."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-property-added",
    title="The result has one more property",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="in the result, {place} was added",
    why="Consumers that do not know it ignore it.",
    check=on("output.member.required", "output.member.optional"),
)
