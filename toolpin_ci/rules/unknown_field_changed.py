"""A field was changed that the protocol does not name."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="unknown-field-changed",
    title="A field was changed that the protocol does not name",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="unknown field {pointer} was {old} and is {new}",
    why="We cannot tell what a client makes of it, so a person should look.",
    check=on("unknown", actions=(Action.CHANGED,)),
)
