"""Text stands far below or beside what is visible."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="text-out-of-sight",
    title="Text stands far below or beside what is visible",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.CHANGED,
    message="{place} goes on after a long stretch of white space",
    why="Approval dialogs show the first lines. A model reads to the end.",
    check=on("text.out-of-sight"),
)
