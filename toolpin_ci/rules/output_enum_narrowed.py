"""The result has fewer values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-enum-narrowed",
    title="The result has fewer values",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} takes the values {new} alone",
    when_added="in the result, {place} now has the values {new} alone",
    why="Consumers know all that may come.",
    check=on("output.enum.narrowed"),
)
