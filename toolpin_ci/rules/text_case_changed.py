"""Only letter case changed in a text."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="text-case-changed",
    title="Only letter case changed in a text",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="{place}: letter case alone",
    why="The words are the same.",
    check=on("text.case"),
)
