"""A parameter no longer asks for others."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-dependency-removed",
    title="A parameter no longer asks for others",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place}: {keyword} no longer asks for {old}",
    why="Calls that worked still work.",
    check=on("input.dependency.widened"),
)
