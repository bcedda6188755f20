"""The result fits a form."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-form-tightened",
    title="The result fits a form",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="in the result, {place} now fits {new}",
    why="Consumers know more of what comes.",
    check=on("output.pattern.narrowed", "output.format.narrowed"),
)
