"""A resource's name changed."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-name-changed",
    title="A resource's name changed",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="name was {old} and is {new}",
    when_added="name is now {new}",
    when_removed="name {old} removed",
    why="Resources are read by address; the name is for people.",
    check=on("resource-name"),
)
