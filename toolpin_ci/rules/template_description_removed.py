"""A resource template's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-description-removed",
    title="A resource template's description was removed",
    severity=Severity.RISKY,
    area=Area.TEMPLATE,
    action=Action.REMOVED,
    message="description removed",
    why="It tells an agent what is to be found there and when to read it.",
    check=on("description", area=Area.TEMPLATE, actions=(Action.REMOVED,)),
)
