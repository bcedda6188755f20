"""A property of the result is now always there."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-property-now-required",
    title="A property of the result is now always there",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} is now always there",
    why="Consumers can count on it.",
    check=on("output.required"),
)
