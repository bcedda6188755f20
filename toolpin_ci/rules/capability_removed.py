"""The server can do less."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="capability-removed",
    title="The server can do less",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.REMOVED,
    message="capability {name} removed",
    why="What relied on it stops working.",
    check=on("capability", actions=(Action.REMOVED,)),
)
