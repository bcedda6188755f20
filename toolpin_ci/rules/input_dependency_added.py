"""A parameter now asks for others."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-dependency-added",
    title="A parameter now asks for others",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place}: {keyword} now asks for {new}",
    why="Calls that sent one without the other now fail.",
    check=on("input.dependency.narrowed"),
)
