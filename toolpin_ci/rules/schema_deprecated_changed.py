"""A mark of deprecation changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-deprecated-changed",
    title="A mark of deprecation changed",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="deprecated of {place} was {old} and is {new}",
    when_added="{place} is marked deprecated: {new}",
    when_removed="{place} is no longer marked deprecated",
    why="Calls work as before; the value may go one day.",
    check=on("schema.deprecated"),
)
