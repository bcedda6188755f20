"""The server offers a whole list more."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="list-added",
    title="The server offers a whole list more",
    severity=Severity.SAFE,
    area=Area.SERVER,
    action=Action.ADDED,
    message="now offers {name}",
    why="What is in it is reported beside it.",
    check=on("list", actions=(Action.ADDED,)),
)
