"""A parameter may now be left out."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-now-optional",
    title="A parameter may now be left out",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="parameter {place} is now optional",
    why="Calls that worked still work.",
    check=on("input.optional"),
    aliases=("requiredFields",),
)
