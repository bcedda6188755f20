"""A field was removed that the protocol does not name."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="unknown-field-removed",
    title="A field was removed that the protocol does not name",
    severity=Severity.RISKY,
    area=None,
    action=Action.REMOVED,
    message="unknown field {pointer} removed",
    why="We cannot tell what a client makes of it, so a person should look.",
    check=on("unknown", actions=(Action.REMOVED,)),
)
