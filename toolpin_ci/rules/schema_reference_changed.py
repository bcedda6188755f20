"""A schema refers to another definition."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-reference-changed",
    title="A schema refers to another definition",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} referred to {old} and refers to {new}",
    when_added="{place} now refers to {new}, which stood in its place before",
    when_removed="{place} no longer refers to {old}: it stands in its place",
    why="What that changes is reported beside it; the reference alone changes nothing.",
    check=on("schema.ref"),
)
