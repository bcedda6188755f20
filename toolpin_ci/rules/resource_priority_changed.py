"""A resource has another priority."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-priority-changed",
    title="A resource has another priority",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="priority was {old} and is {new}",
    when_added="priority is now {new}",
    when_removed="priority {old} removed",
    why="A high priority puts the resource into the context without being asked for.",
    check=on("annotation.priority"),
)
