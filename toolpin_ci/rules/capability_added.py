"""The server can do more."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="capability-added",
    title="The server can do more",
    severity=Severity.SAFE,
    area=Area.SERVER,
    action=Action.ADDED,
    message="capability {name} added",
    why="Nothing that worked stops working.",
    check=on("capability", actions=(Action.ADDED,)),
)
