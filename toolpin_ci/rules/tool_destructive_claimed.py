"""A tool now counts as destructive."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-destructive-claimed",
    title="A tool now counts as destructive",
    severity=Severity.CRITICAL,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="may now destroy something: destructiveHint was {before} and is {after}",
    why="A tool that only added things may now overwrite or delete them.",
    check=on("annotation.destructiveHint.set"),
    aliases=("destructive",),
)
