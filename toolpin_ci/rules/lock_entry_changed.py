"""An entry of the lockfile describes itself otherwise."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-entry-changed",
    title="An entry of the lockfile describes itself otherwise",
    severity=Severity.INFO,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} is now {new}",
    when_removed="{pointer} {old} removed",
    why="Versions, notes and dates steer no agent, but whoever reads the lockfile believes them.",
)
