"""The input takes what is not described."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-opened",
    title="The input takes what is not described",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} now takes what is not described: {keyword}",
    why="A model may send what nobody described, and a client no longer stops it.",
    check=on("input.rest.opened", "input.alternatives.opened"),
)
