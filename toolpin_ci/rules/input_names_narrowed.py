"""Fewer names of members fit."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-names-narrowed",
    title="Fewer names of members fit",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: fewer names fit ({keyword})",
    why="Members that fitted are now refused.",
    check=on("input.names.narrowed"),
)
