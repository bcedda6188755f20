"""The result has another form."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-form-changed",
    title="The result has another form",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} fitted {old} and fits {new}",
    when_added="in the result, {place} is now encoded as {new}",
    when_removed="in the result, {place} is no longer encoded as {old}",
    why="Consumers may get what they cannot read.",
    check=on("output.pattern.changed", "output.format.changed", "output.content.changed"),
)
