"""A limit on the result is another."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-limit-changed",
    title="A limit on the result is another",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place}: {keyword} was {old} and is {new}",
    when_added="in the result, {place}: {keyword} is now {new}",
    when_removed="in the result, {place}: {keyword} {old} removed",
    why="Consumers may get what they did not expect.",
    check=on("output.limit.changed"),
)
