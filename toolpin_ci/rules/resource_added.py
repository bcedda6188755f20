"""A resource was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-added",
    title="A resource was added",
    severity=Severity.SAFE,
    area=Area.RESOURCE,
    action=Action.ADDED,
    message="added",
    why="There is one more thing to read; nothing that worked stops working.",
    check=on("item", area=Area.RESOURCE, actions=(Action.ADDED,)),
)
