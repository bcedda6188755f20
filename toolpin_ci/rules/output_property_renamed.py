"""A property of the result has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-property-renamed",
    title="A property of the result has another name",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.RENAMED,
    message="in the result, {old} is now called {new}",
    why="Consumers that read the old name find nothing.",
    check=on("output.member", actions=(Action.RENAMED,)),
)
