"""A schema is written differently and means the same."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-equivalent",
    title="A schema is written differently and means the same",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{pointer}: written differently, the same in meaning",
    why="The same values fit.",
    check=on("schema.equivalent"),
)
