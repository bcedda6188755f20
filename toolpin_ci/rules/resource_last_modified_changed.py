"""A resource has another date."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-last-modified-changed",
    title="A resource has another date",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="last modified was {old} and is {new}",
    when_added="last modified is now {new}",
    when_removed="last modified {old} removed",
    why="The content may have changed; it is not part of what is compared.",
    check=on("annotation.lastModified"),
)
