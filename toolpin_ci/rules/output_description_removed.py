"""A result's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-description-removed",
    title="A result's description was removed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="in the result, description of {place} removed",
    why="The model reads it to decide what a result means.",
    check=on("output.description", actions=(Action.REMOVED,)),
)
