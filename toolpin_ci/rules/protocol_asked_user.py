"""Wanted something from the user while listing."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-asked-user",
    title="Wanted something from the user while listing",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why=(
        "Listing tools needs no one's answer: a question to the user or to the model at this point "
        "is there to be answered unseen."
    ),
    aliases=("elicitation",),
)
