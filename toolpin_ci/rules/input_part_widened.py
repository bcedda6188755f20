"""A part of the input takes more."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-part-widened",
    title="A part of the input takes more",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} takes more: {keyword}",
    why="Values that fitted still fit.",
    check=on("input.rest.widened", "input.position.widened"),
)
