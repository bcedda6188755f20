"""A limit on a parameter is tighter."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-limit-tightened",
    title="A limit on a parameter is tighter",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} was {old} and is {new}",
    when_added="{place}: {keyword} is now {new}",
    when_removed="{place}: {keyword} {old} removed",
    why="Values that fitted are now refused.",
    check=on("input.limit.narrowed"),
)
