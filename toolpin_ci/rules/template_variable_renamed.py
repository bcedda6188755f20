"""A resource template's variable has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-variable-renamed",
    title="A resource template's variable has another name",
    severity=Severity.BREAKING,
    area=Area.TEMPLATE,
    action=Action.RENAMED,
    message="a variable was renamed; the template was {old}",
    why="What fills in the old variable fails.",
    check=on("name.variable"),
)
