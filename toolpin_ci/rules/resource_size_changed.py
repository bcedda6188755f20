"""A resource's size changed."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-size-changed",
    title="A resource's size changed",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="size was {old} and is {new}",
    when_added="size is now {new}",
    when_removed="size {old} removed",
    why="The content changed in length; it is not part of what is compared.",
    check=on("size"),
)
