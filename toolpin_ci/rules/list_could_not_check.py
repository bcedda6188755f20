"""One list of a server could not be checked."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="list-could-not-check",
    title="One list of a server could not be checked",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list} could not be checked: {reason}",
    why="What could not be read is neither unchanged nor gone: nobody knows.",
)
