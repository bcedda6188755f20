"""A pin was taken out of the lockfile."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="lock-pin-removed",
    title="A pin was taken out of the lockfile",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="{pointer} pinned {stored} on the base, the target is the same, and the lockfile holds {found}",
    why=(
        "Without the pin, whatever the server offers or the registry hands out next is compared with nothing."
    ),
)
