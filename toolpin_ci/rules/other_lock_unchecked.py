"""Another system's lockfile could not be compared with a server."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-unchecked",
    title="Another system's lockfile could not be compared with a server",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{file} could not be compared: {reason}",
    why="Could not check is never the same as unchanged.",
)
