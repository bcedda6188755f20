"""A remark in a schema changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-comment-changed",
    title="A remark in a schema changed",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{keyword} of {place} was {old} and is {new}",
    when_added="{keyword} of {place} is now {new}",
    when_removed="{keyword} of {place} removed",
    why="It limits nothing; it names the schema or speaks to those who maintain it.",
    check=on("schema.comment"),
)
