"""A limit on a parameter is another."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-limit-changed",
    title="A limit on a parameter is another",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} was {old} and is {new}",
    when_added="{place}: {keyword} is now {new}",
    when_removed="{place}: {keyword} {old} removed",
    why="Some values that fitted may be refused.",
    check=on("input.limit.changed"),
)
