"""The server speaks a newer protocol."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="protocol-raised",
    title="The server speaks a newer protocol",
    severity=Severity.SAFE,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="protocol was {old} and is {new}",
    why="Clients and servers agree on a version that both know.",
    check=on("protocol.raised"),
)
