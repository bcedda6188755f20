"""A resource template reaches further."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="template-scope-widened",
    title="A resource template reaches further",
    severity=Severity.CRITICAL,
    area=Area.TEMPLATE,
    action=Action.CHANGED,
    message="reaches further than {other}",
    when_added="added; reaches further than the templates that were there",
    why="An agent can now read what lay outside of the reviewed scope.",
    check=on("name.scope-widened"),
)
