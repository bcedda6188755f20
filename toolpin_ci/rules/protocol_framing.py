"""Messages are framed in another way."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-framing",
    title="Messages are framed in another way",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="MCP has one message a line, or one an event; clients that expect that see nothing or only a part.",
    aliases=("protocol_error",),
)
