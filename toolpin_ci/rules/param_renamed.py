"""A parameter has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-renamed",
    title="A parameter has another name",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.RENAMED,
    message="parameter {old} is now called {new}",
    why="Calls that send the old name are refused, or what they send is silently ignored.",
    check=on("input.member", actions=(Action.RENAMED,)),
)
