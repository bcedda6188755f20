"""A parameter must fit another format."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-format-changed",
    title="A parameter must fit another format",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: format was {old} and is {new}",
    why="Values that fitted may now be refused.",
    check=on("input.format.changed"),
)
