"""The result has fewer types."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-type-narrowed",
    title="The result has fewer types",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} is no longer {lost}",
    when_added="in the result, {place} is now {new} alone",
    why="Consumers can read what comes.",
    check=on("output.type.narrowed"),
)
