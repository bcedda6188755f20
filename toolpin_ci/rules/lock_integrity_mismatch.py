"""The lockfile contradicts itself."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-integrity-mismatch",
    title="The lockfile contradicts itself",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} holds {stored}, and what the lockfile holds gives {found}",
    why=(
        "The lockfile was edited by hand or by somebody who wants it to say something else: what it pins"
        " can no longer be believed."
    ),
    aliases=("lock_integrity", "ci_lock_drift"),
)
