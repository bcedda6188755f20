"""An answer has a result and an error."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-result-and-error",
    title="An answer has a result and an error",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="One client takes the result, another the error: they do not get the same server.",
    aliases=("protocol_error",),
)
