"""A protocol version that nobody knows."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-version",
    title="A protocol version that nobody knows",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="What the lists mean depends on the version; guessing it would be believing.",
    aliases=("protocol_version",),
)
