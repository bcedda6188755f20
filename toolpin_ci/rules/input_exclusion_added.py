"""The input shuts something out."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-exclusion-added",
    title="The input shuts something out",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="{place} must no longer fit {new}",
    why="Values that fitted may now be refused.",
    check=on("input.exclusion.narrowed"),
)
