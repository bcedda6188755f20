"""A parameter's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-description-removed",
    title="A parameter's description was removed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="description of {place} removed",
    why="The model reads it to decide what to send.",
    check=on("input.description", actions=(Action.REMOVED,)),
)
