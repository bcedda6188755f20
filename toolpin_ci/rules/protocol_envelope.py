"""An answer is none that the protocol knows."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-envelope",
    title="An answer is none that the protocol knows",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="An answer without its id, its version or its result cannot be told from a forged one.",
    aliases=("protocol_error",),
)
