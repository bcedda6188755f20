"""A list that is no list of named things."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-shape",
    title="A list that is no list of named things",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{list}: {reason}",
    why="An item without a name cannot be compared: it could be anything, and agents may still be shown it.",
    aliases=("invalid_surface", "invalid_tool"),
)
