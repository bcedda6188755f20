"""Only white space changed in a text."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="text-whitespace-changed",
    title="Only white space changed in a text",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="{place}: white space or line ends alone",
    why="The words are the same.",
    check=on("text.layout"),
)
