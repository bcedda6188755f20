"""The scan results in the lockfile changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-scan-changed",
    title="The scan results in the lockfile changed",
    severity=Severity.RISKY,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} is now {new}",
    when_removed="{pointer} {old} removed",
    why=(
        "A scan result that disappears hides a warning from whoever reads the lockfile, and no "
        "integrity covers it."
    ),
)
