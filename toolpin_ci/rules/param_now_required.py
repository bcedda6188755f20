"""A parameter must now be sent."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-now-required",
    title="A parameter must now be sent",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="parameter {place} is now required",
    why="Calls that leave it out worked and now fail.",
    check=on("input.required"),
    aliases=("requiredFields",),
)
