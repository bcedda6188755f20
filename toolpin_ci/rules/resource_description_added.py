"""A resource's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-description-added",
    title="A resource's description was added",
    severity=Severity.RISKY,
    area=Area.RESOURCE,
    action=Action.ADDED,
    message="description added",
    why="It tells an agent what is to be found there and when to read it.",
    check=on("description", area=Area.RESOURCE, actions=(Action.ADDED,)),
)
