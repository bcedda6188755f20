"""Another system's lockfile no longer pins an artifact."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-pin-removed",
    title="Another system's lockfile no longer pins an artifact",
    severity=Severity.CRITICAL,
    area=Area.PIN,
    action=Action.REMOVED,
    message="{pointer} was removed",
    why="The artifact may now change without anybody being told.",
)
