"""There is no lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lockfile-missing",
    title="There is no lockfile",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="there is no {file}",
    why="Without a lockfile nothing was ever agreed, so nothing can be compared.",
)
