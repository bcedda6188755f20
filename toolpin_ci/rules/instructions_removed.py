"""The server's instructions were removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="instructions-removed",
    title="The server's instructions were removed",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.REMOVED,
    message="instructions removed",
    why=(
        "Clients put the instructions before the model, for every tool of the server and beside those of"
        " all others."
    ),
    check=on("instructions", actions=(Action.REMOVED,)),
)
