"""The trust report in the lockfile changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-trust-changed",
    title="The trust report in the lockfile changed",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} is now {new}",
    when_removed="{pointer} {old} removed",
    why="Policies and people decide by this report, and nothing but the lockfile vouches for it.",
)
