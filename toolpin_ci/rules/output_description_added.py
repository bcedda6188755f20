"""A result's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-description-added",
    title="A result's description was added",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="in the result, description of {place} added",
    why="The model reads it to decide what a result means.",
    check=on("output.description", actions=(Action.ADDED,)),
)
