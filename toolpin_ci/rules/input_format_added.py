"""A parameter must now fit a format."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-format-added",
    title="A parameter must now fit a format",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place} must now fit the format {new}",
    why="Values that fitted may now be refused.",
    check=on("input.format.narrowed"),
)
