"""A message has a number that is none."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-not-a-number",
    title="A message has a number that is none",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="NaN and infinities are no JSON; some readers refuse them, others turn them into something else.",
    aliases=("nan", "protocol_error"),
)
