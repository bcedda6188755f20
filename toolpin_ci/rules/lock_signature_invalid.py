"""The lockfile's signature does not hold."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-signature-invalid",
    title="The lockfile's signature does not hold",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{file}: {reason}",
    why="Whoever holds the key has not agreed to this lockfile.",
    aliases=("ci_signature_failed", "lock_signature"),
)
