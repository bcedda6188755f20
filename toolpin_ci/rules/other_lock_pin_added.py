"""Another system's lockfile pins something new."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-pin-added",
    title="Another system's lockfile pins something new",
    severity=Severity.SAFE,
    area=Area.PIN,
    action=Action.ADDED,
    message="{pointer} was added",
    why="An artifact that may change its content is now held to a digest.",
)
