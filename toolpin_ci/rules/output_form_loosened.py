"""The result need not fit a form any more."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-form-loosened",
    title="The result need not fit a form any more",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="in the result, {place} need no longer fit {old}",
    why="Consumers may get what they cannot read.",
    check=on("output.pattern.widened", "output.format.widened"),
)
