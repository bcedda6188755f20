"""A parameter asks for other ones."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-dependency-changed",
    title="A parameter asks for other ones",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} was {old} and is {new}",
    why="Calls that sent what was asked for may now fail.",
    check=on("input.dependency.changed"),
)
