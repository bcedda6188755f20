"""What clients install changed in the lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-config-changed",
    title="What clients install changed in the lockfile",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} is now {new}",
    when_removed="{pointer} {old} removed",
    why="Clients start what this configuration says, whatever the pins beside it are.",
)
