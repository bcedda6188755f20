"""A resource template's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-description-changed",
    title="A resource template's description was changed",
    severity=Severity.RISKY,
    area=Area.TEMPLATE,
    action=Action.CHANGED,
    message="description changed",
    why="It tells an agent what is to be found there and when to read it.",
    check=on("description", area=Area.TEMPLATE, actions=(Action.CHANGED,)),
)
