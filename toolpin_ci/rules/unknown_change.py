"""Something changed that no rule knows."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="unknown-change",
    title="Something changed that no rule knows",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="{pointer} changed",
    why="Nothing is dropped: a person should look.",
)
