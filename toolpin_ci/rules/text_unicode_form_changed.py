"""A text is spelled with other code points."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="text-unicode-form-changed",
    title="A text is spelled with other code points",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="{place}: the same characters in another Unicode form",
    why="It looks the same and is not: comparisons, filters and tokens differ.",
    check=on("text.unicode-form"),
)
