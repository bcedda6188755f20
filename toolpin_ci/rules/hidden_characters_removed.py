"""Invisible characters are gone from a text."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="hidden-characters-removed",
    title="Invisible characters are gone from a text",
    severity=Severity.SAFE,
    area=None,
    action=Action.CHANGED,
    message="invisible characters removed from {place}: {characters}",
    why="The words are the same; nothing is hidden among them any more.",
    check=on("text.hidden-removed"),
)
