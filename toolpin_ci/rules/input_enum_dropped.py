"""A parameter no longer lists its values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-enum-dropped",
    title="A parameter no longer lists its values",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} no longer lists its values: they were {lost}",
    why="A model may now send what nobody described.",
    check=on("input.enum.opened"),
)
