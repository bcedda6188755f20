"""An entry of another system's lockfile was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-entry-added",
    title="An entry of another system's lockfile was added",
    severity=Severity.SAFE,
    area=Area.LOCK,
    action=Action.ADDED,
    message="{pointer} was added",
    why="It tells what was reviewed and pinned beside what was there.",
)
