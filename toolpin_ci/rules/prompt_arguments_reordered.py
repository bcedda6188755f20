"""A prompt's arguments stand in another order."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-arguments-reordered",
    title="A prompt's arguments stand in another order",
    severity=Severity.INFO,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="arguments stand in another order",
    why="Arguments are sent by name; forms show them in another order.",
    check=on("argument.order"),
)
