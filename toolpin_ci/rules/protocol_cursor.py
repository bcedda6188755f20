"""Pages that do not end."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-cursor",
    title="Pages that do not end",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="A client that stops somewhere shows a part of the list as if it were all of it.",
    aliases=("pagination_loop", "invalid_cursor"),
)
