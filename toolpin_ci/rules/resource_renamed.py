"""A resource has another address."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-renamed",
    title="A resource has another address",
    severity=Severity.BREAKING,
    area=Area.RESOURCE,
    action=Action.RENAMED,
    message="address was {old}",
    why="What reads the old address fails.",
    check=on("name", "name.case", area=Area.RESOURCE),
)
