"""An annotation changed that the protocol does not name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-annotation-changed",
    title="An annotation changed that the protocol does not name",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="annotation {pointer} changed",
    when_added="annotation {pointer} added: {new}",
    when_removed="annotation {pointer} removed: it was {old}",
    why="Clients may act on annotations of their own, for example to skip a question.",
    check=on("annotation"),
)
