"""The input must meet a further demand."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-demand-added",
    title="The input must meet a further demand",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place} must now also fit {new}",
    why="Values that fitted may now be refused.",
    check=on("input.demand.narrowed"),
)
