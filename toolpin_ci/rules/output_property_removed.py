"""A property is gone from the result."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-property-removed",
    title="A property is gone from the result",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="in the result, {place} is gone",
    why="Consumers that read it find nothing.",
    check=on("output.member", actions=(Action.REMOVED,)),
)
