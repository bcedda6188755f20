"""A message is not UTF-8."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-invalid-utf8",
    title="A message is not UTF-8",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="Replaced bytes would be hashed and shown as words that the server never sent.",
    aliases=("invalid_utf8",),
)
