"""A lockfile of another system contradicts itself."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-inconsistent",
    title="A lockfile of another system contradicts itself",
    severity=Severity.CRITICAL,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{file} does not hold together",
    why="It was edited by hand, or by somebody who wants it to say something else than what was locked.",
)
