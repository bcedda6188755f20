"""A default of null appeared or went."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="default-null-changed",
    title="A default of null appeared or went",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="default null of {place} was written or left out",
    when_added="default of {place} is now null, as before where it was left out",
    when_removed="default null of {place} removed",
    why="Leaving a value out and null are the same to most servers.",
    check=on("schema.default.null"),
)
