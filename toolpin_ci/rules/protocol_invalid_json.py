"""A message is not JSON."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-invalid-json",
    title="A message is not JSON",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="A lenient reader could see a list where a strict one sees nothing.",
    aliases=("protocol_error",),
)
