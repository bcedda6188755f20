"""A title changed."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="title-changed",
    title="A title changed",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="title was {old} and is {new}",
    when_added="title is now {new}",
    when_removed="title {old} removed",
    why="Titles are for people; an agent calls by name.",
    check=on("title"),
)
