"""A parameter's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-description-added",
    title="A parameter's description was added",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="description of {place} added",
    why="The model reads it to decide what to send.",
    check=on("input.description", actions=(Action.ADDED,)),
)
