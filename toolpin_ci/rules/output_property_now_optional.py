"""A property of the result may now be missing."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-property-now-optional",
    title="A property of the result may now be missing",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} may now be missing",
    why="Consumers that counted on it may find nothing.",
    check=on("output.optional"),
)
