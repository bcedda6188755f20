"""A default was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="default-removed",
    title="A default was removed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="default of {place} removed: it was {old}",
    why="Calls that leave the value out work as before and do something else.",
    check=on("schema.default", actions=(Action.REMOVED,)),
)
