"""A definition changed that nothing refers to."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-definition-changed",
    title="A definition changed that nothing refers to",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="definition {name} changed; nothing refers to it",
    when_added="definition {name} added; nothing refers to it",
    when_removed="definition {name} removed; nothing refers to it any more",
    why="No call is affected.",
    check=on("schema.definition"),
)
