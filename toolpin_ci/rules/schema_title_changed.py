"""A title in a schema changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-title-changed",
    title="A title in a schema changed",
    severity=Severity.INFO,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="title of {place} was {old} and is {new}",
    when_added="title of {place} is now {new}",
    when_removed="title {old} of {place} removed",
    why="Titles are for people; an agent sends by name.",
    check=on("schema.title"),
)
