"""The record of a verified artifact changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="pin-record-changed",
    title="The record of a verified artifact changed",
    severity=Severity.CRITICAL,
    area=Area.PIN,
    action=Action.CHANGED,
    message="{artifact} is the same, and other digests are recorded for it",
    why="The same name now stands for other bytes: a release that was replaced looks like this.",
)
