"""A waiver covers nothing."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="waiver-unused",
    title="A waiver covers nothing",
    severity=Severity.INFO,
    area=Area.POLICY,
    action=Action.CHANGED,
    message="covers nothing: {reason}",
    why="It can go, or it was meant for something else.",
)
