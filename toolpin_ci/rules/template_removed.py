"""A resource template was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-removed",
    title="A resource template was removed",
    severity=Severity.BREAKING,
    area=Area.TEMPLATE,
    action=Action.REMOVED,
    message="removed",
    why="What reads it fails.",
    check=on("item", area=Area.TEMPLATE, actions=(Action.REMOVED,)),
)
