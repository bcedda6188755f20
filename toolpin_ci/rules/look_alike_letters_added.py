"""Text has letters that pretend to be others."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="look-alike-letters-added",
    title="Text has letters that pretend to be others",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.CHANGED,
    message="letters that look like others in {place}",
    why="Words read one way by a person are other words to a model or a filter.",
    check=on("text.look-alike"),
)
