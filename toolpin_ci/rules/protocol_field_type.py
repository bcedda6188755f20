"""Words that are no text."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-field-type",
    title="Words that are no text",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why=(
        "Clients drop, convert or stumble over a description that is no string: not all of them "
        "show the same."
    ),
    aliases=("field_type",),
)
