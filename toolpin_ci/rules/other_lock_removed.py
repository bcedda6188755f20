"""A lockfile of another system was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-removed",
    title="A lockfile of another system was removed",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="{file} is gone, or no longer a lockfile",
    why="Nothing holds the server to what was reviewed any more, for everybody who relied on that file.",
)
