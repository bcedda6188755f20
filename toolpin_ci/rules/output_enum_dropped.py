"""The result no longer lists its values."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-enum-dropped",
    title="The result no longer lists its values",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="in the result, {place} may now be anything; it was one of {lost}",
    why="Consumers that handle each listed value meet others.",
    check=on("output.enum.opened"),
)
