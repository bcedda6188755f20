"""A parameter's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-description-changed",
    title="A parameter's description was changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="description of {place} changed",
    why="The model reads it to decide what to send.",
    check=on("input.description", actions=(Action.CHANGED,)),
)
