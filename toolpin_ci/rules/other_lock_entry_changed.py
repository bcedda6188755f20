"""An entry of another system's lockfile changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-entry-changed",
    title="An entry of another system's lockfile changed",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} changed",
    why="It tells what was reviewed and pinned otherwise than before.",
)
