"""The server no longer offers a whole list."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="list-removed",
    title="The server no longer offers a whole list",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.REMOVED,
    message="no longer offers {name}",
    why="What reads the list fails or finds nothing.",
    check=on("list", actions=(Action.REMOVED,)),
)
