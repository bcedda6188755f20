"""An optional parameter was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-added-optional",
    title="An optional parameter was added",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="optional parameter {place} added",
    why="Calls that worked still work; the agent may now send more.",
    check=on("input.member.optional"),
)
