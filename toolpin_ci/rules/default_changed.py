"""A default was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="default-changed",
    title="A default was changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="default of {place} was {old} and is {new}",
    why="Calls that leave the value out work as before and do something else.",
    check=on("schema.default", actions=(Action.CHANGED,)),
)
