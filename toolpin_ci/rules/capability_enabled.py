"""A capability was switched on."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="capability-enabled",
    title="A capability was switched on",
    severity=Severity.SAFE,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="capability {name} switched on",
    why="Nothing that worked stops working.",
    check=on("capability.on"),
)
