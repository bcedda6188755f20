"""Another system's lockfile pins another artifact."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-pin-changed",
    title="Another system's lockfile pins another artifact",
    severity=Severity.RISKY,
    area=Area.PIN,
    action=Action.CHANGED,
    message="{pointer} changed",
    why="Other code runs than the one that was reviewed.",
)
