"""A detail of a capability changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="capability-changed",
    title="A detail of a capability changed",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="capability {name} was {old} and is {new}",
    when_added="capability {name} added: {new}",
    when_removed="capability {name} removed: it was {old}",
    why="We cannot tell what a client makes of it, so a person should look.",
    check=on("capability.detail"),
)
