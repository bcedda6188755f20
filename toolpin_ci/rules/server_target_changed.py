"""A server is started or reached in another way."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="server-target-changed",
    title="A server is started or reached in another way",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="target was {old} and is {new}",
    when_added="target is now {new}",
    when_removed="target {old} removed",
    why="Other code runs under the same name: what was reviewed before says nothing about it.",
)
