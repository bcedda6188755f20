"""A pin could not be checked."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="pin-unavailable",
    title="A pin could not be checked",
    severity=Severity.BREAKING,
    area=Area.PIN,
    action=Action.CHANGED,
    message="{kind} could not be checked: {reason}",
    why="A pin that nobody checked protects nothing.",
    aliases=("verification_unavailable",),
)
