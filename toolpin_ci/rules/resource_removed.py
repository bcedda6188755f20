"""A resource was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-removed",
    title="A resource was removed",
    severity=Severity.BREAKING,
    area=Area.RESOURCE,
    action=Action.REMOVED,
    message="removed",
    why="What reads it fails.",
    check=on("item", area=Area.RESOURCE, actions=(Action.REMOVED,)),
)
