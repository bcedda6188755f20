"""A parameter was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-removed",
    title="A parameter was removed",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="parameter {place} removed",
    why="Calls that send it are refused, or what they send is silently ignored.",
    check=on("input.member", actions=(Action.REMOVED,)),
)
