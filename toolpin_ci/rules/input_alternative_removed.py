"""An alternative is gone from the input."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-alternative-removed",
    title="An alternative is gone from the input",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="{place} no longer takes {old}",
    why="Values of that form are now refused.",
    check=on("input.alternative.narrowed"),
)
