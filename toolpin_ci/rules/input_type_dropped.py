"""A parameter no longer says its type."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-type-dropped",
    title="A parameter no longer says its type",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} no longer says its type: it was {old}",
    why="A model may now send anything, and nobody described what happens then.",
    check=on("input.type.opened"),
)
