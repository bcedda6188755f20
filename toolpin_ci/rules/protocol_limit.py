"""A limit was passed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-limit",
    title="A limit was passed",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason} ({limit})",
    why=(
        "Every number that a server may send up to is named; what lies beyond was not read and is not judged."
    ),
    aliases=("response_too_large", "json_too_deep", "limit"),
)
