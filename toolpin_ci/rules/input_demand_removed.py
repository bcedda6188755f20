"""A demand on the input is gone."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-demand-removed",
    title="A demand on the input is gone",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} need no longer fit {old}",
    why="Values that fitted still fit.",
    check=on("input.demand.widened"),
)
