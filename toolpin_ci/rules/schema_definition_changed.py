"""A definition changed that nothing refers to."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-definition-changed",
    title="A definition changed that nothing refers to",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="definitions that nothing refers to changed ({count}): {names}",
    when_added="definitions added that nothing refers to ({count}): {names}",
    when_removed="definitions removed that nothing refers to any more ({count}): {names}",
    why="No call is affected.",
    check=on("schema.definition"),
)
