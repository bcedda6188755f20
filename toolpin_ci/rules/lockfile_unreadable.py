"""The lockfile cannot be read."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lockfile-unreadable",
    title="The lockfile cannot be read",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{reason}",
    why="What cannot be read cannot be compared, and must not count as unchanged.",
    aliases=("lockfile_unreadable",),
)
