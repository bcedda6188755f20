"""A parameter is encoded in another way."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-content-changed",
    title="A parameter is encoded in another way",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} was {old} and is {new}",
    when_added="{place}: {keyword} is now {new}",
    when_removed="{place}: {keyword} {old} removed",
    why="What is sent in the old encoding is read as something else.",
    check=on("input.content.changed"),
)
