"""The lockfile claims a proof that nothing carries."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-evidence-forged",
    title="The lockfile claims a proof that nothing carries",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} claims {stored}: {found}",
    why="A claim is no proof: whoever believes it installs something that nobody verified.",
)
