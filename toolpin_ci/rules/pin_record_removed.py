"""The record of a verified artifact is gone."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="pin-record-removed",
    title="The record of a verified artifact is gone",
    severity=Severity.CRITICAL,
    area=Area.PIN,
    action=Action.REMOVED,
    message="{artifact} is the same, and the digests that were verified for it are gone",
    why=(
        "Without the record, the next download is compared with nothing: an artifact that was replaced "
        "would pass."
    ),
)
