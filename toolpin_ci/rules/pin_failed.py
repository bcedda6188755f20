"""A pin does not hold."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="pin-failed",
    title="A pin does not hold",
    severity=Severity.CRITICAL,
    area=Area.PIN,
    action=Action.CHANGED,
    message="{kind}: locked {locked}, found {found}",
    why="What would be installed is not what was locked.",
    aliases=(
        "verification_failed",
        "oci_digest_mismatch",
        "mcpb_sha256_mismatch",
        "npm_integrity_mismatch",
    ),
)
