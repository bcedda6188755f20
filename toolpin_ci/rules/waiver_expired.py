"""A waiver has expired."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="waiver-expired",
    title="A waiver has expired",
    severity=Severity.RISKY,
    area=Area.POLICY,
    action=Action.CHANGED,
    message="expired on {expires}: {reason}",
    why="What it covered counts again.",
)
