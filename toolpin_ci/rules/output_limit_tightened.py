"""A limit on the result is tighter."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-limit-tightened",
    title="A limit on the result is tighter",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place}: {keyword} was {old} and is {new}",
    when_added="in the result, {place}: {keyword} is now {new}",
    when_removed="in the result, {place}: {keyword} {old} removed",
    why="Consumers get less than they were ready for.",
    check=on("output.limit.narrowed"),
)
