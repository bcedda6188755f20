"""Examples changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="examples-changed",
    title="Examples changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="examples of {place} were {old} and are {new}",
    when_added="examples of {place} added: {new}",
    when_removed="examples of {place} removed: they were {old}",
    why="A model copies examples: they steer what it sends.",
    check=on("schema.examples"),
)
