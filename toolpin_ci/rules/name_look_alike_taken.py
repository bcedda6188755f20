"""A name was replaced by one that looks the same."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="name-look-alike-taken",
    title="A name was replaced by one that looks the same",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.RENAMED,
    message="{new} stands in place of {old}: it looks the same and is another name",
    why="The name that was reviewed is gone; what stands in its place only looks like it.",
    check=on("name.look-alike", "member.look-alike", actions=(Action.RENAMED,)),
)
