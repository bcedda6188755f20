"""An answer that nobody had asked for."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-stray-answer",
    title="An answer that nobody had asked for",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why=(
        "Clients that count their requests take an early or misnumbered answer for the real one: "
        "it can be forged in advance."
    ),
    aliases=("wrong_id", "early_response"),
)
