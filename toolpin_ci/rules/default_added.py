"""A default was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="default-added",
    title="A default was added",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="default of {place} is now {new}",
    why="Calls that leave the value out work as before and do something else.",
    check=on("schema.default", actions=(Action.ADDED,)),
)
