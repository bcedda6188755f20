"""A message has a key twice."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-duplicate-key",
    title="A message has a key twice",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="Readers differ in which value they keep: a reviewer and an agent can be shown two different lists.",
    aliases=("duplicate_key", "protocol_error"),
)
