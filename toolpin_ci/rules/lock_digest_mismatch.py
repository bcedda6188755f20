"""A stored definition is not what its digest says."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-digest-mismatch",
    title="A stored definition is not what its digest says",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} holds {stored}, and the stored definition gives {found}",
    why=(
        "A reviewer reads the definition and a machine compares the digest: where they disagree, one of "
        "them was deceived."
    ),
    aliases=("ci_digest_mismatch",),
)
