"""The input limits what is not described."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-closed",
    title="The input limits what is not described",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} now limits what is not described: {keyword}",
    why="Calls that sent more than the described parameters now fail.",
    check=on("input.rest.narrowed", "input.alternatives.narrowed"),
)
