"""The server speaks an older protocol."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="protocol-lowered",
    title="The server speaks an older protocol",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="protocol was {old} and is {new}",
    why="What the newer version protects or describes may be missing.",
    check=on("protocol.lowered"),
)
