"""A name was added that looks like another one."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="name-look-alike-added",
    title="A name was added that looks like another one",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.ADDED,
    message="added; looks like {other}",
    why="A person who approves it, and a model that picks it, take it for the other one.",
    check=on("name.look-alike", "member.look-alike", actions=(Action.ADDED,)),
)
