"""An entry of another system's lockfile was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-entry-removed",
    title="An entry of another system's lockfile was removed",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="{pointer} was removed",
    why="What it held is no longer held.",
)
