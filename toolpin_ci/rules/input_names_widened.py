"""More names of members fit."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-names-widened",
    title="More names of members fit",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: more names fit ({keyword})",
    why="Members that fitted still fit.",
    check=on("input.names.widened"),
)
