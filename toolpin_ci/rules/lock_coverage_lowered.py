"""A lockfile covers less of a server than the one before it."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-coverage-lowered",
    title="The lockfile covers less of a server than before",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="no longer covered by the lockfile: {lost}",
    why="What a lockfile does not cover can change later without anybody being told.",
    aliases=("surface-coverage-downgraded",),
)
