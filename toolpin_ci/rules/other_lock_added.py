"""A lockfile of another system was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-added",
    title="A lockfile of another system was added",
    severity=Severity.SAFE,
    area=Area.LOCK,
    action=Action.ADDED,
    message="{file} is new",
    why="From now on there is something to hold the server to.",
)
