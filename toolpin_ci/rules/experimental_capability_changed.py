"""An experimental capability changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="experimental-capability-changed",
    title="An experimental capability changed",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="experimental capability {pointer} changed",
    when_added="experimental capability {pointer} added",
    when_removed="experimental capability {pointer} removed",
    why="Only clients that know the experiment act on it.",
    check=on("capability.experimental"),
)
