"""Announced a changed list while it was asked."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-list-changed",
    title="Announced a changed list while it was asked",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why="What was read may be replaced a moment later; it was read once more to see.",
    aliases=("list_changed",),
)
