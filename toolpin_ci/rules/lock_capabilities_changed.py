"""The lockfile says something else about what a server needs."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-capabilities-changed",
    title="The lockfile says something else about what a server needs",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} is now {new}",
    when_removed="{pointer} {old} removed",
    why="Hosts, transports and secrets are what a reviewer agrees to.",
)
