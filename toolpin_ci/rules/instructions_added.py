"""The server's instructions were added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="instructions-added",
    title="The server's instructions were added",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.ADDED,
    message="instructions added",
    why=(
        "Clients put the instructions before the model, for every tool of the server and beside those of"
        " all others."
    ),
    check=on("instructions", actions=(Action.ADDED,)),
)
