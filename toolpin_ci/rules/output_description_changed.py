"""A result's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-description-changed",
    title="A result's description was changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, description of {place} changed",
    why="The model reads it to decide what a result means.",
    check=on("output.description", actions=(Action.CHANGED,)),
)
