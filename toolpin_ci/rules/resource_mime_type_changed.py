"""A resource is of another type."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-mime-type-changed",
    title="A resource is of another type",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="type was {old} and is {new}",
    when_added="type is now {new}",
    when_removed="type {old} removed",
    why="Clients and agents treat it in another way: text/html may be rendered.",
    check=on("mime-type"),
)
