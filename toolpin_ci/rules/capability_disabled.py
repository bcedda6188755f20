"""A capability was switched off."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="capability-disabled",
    title="A capability was switched off",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="capability {name} switched off",
    why="What relied on it, such as a subscription, stops working.",
    check=on("capability.off"),
)
