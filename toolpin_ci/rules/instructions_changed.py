"""The server's instructions were changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="instructions-changed",
    title="The server's instructions were changed",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="instructions changed",
    why=(
        "Clients put the instructions before the model, for every tool of the server and beside those of"
        " all others."
    ),
    check=on("instructions", actions=(Action.CHANGED,)),
    aliases=("systemRulesFingerprint",),
)
