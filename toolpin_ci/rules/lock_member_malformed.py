"""A member of the lockfile has the wrong type."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-member-malformed",
    title="A member of the lockfile has the wrong type",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} holds {stored}, and {found} belongs there",
    why="One reader skips such a member and another takes it: what was reviewed is not what is enforced.",
)
