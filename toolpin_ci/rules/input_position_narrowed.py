"""A place in a list takes less."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-position-narrowed",
    title="A place in a list takes less",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} takes less",
    why="Lists that fitted are now refused.",
    check=on("input.position.narrowed"),
)
