"""The input takes one more alternative."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-alternative-added",
    title="The input takes one more alternative",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place} now also takes {new}",
    why="Values that fitted still fit.",
    check=on("input.alternative.widened"),
)
