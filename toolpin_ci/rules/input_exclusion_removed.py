"""The input no longer shuts something out."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-exclusion-removed",
    title="The input no longer shuts something out",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} may now fit {old}",
    why="Values that fitted still fit.",
    check=on("input.exclusion.widened"),
)
