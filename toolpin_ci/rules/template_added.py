"""A resource template was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-added",
    title="A resource template was added",
    severity=Severity.SAFE,
    area=Area.TEMPLATE,
    action=Action.ADDED,
    message="added",
    why="There is one more thing to read; nothing that worked stops working.",
    check=on("item", area=Area.TEMPLATE, actions=(Action.ADDED,)),
)
