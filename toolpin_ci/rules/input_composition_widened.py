"""The input may fit several alternatives."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-composition-widened",
    title="The input may fit several alternatives",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} may now fit several alternatives",
    why="Values that fitted still fit.",
    check=on("input.composition.widened"),
)
