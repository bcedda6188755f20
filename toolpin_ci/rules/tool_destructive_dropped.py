"""A tool no longer counts as destructive."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-destructive-dropped",
    title="A tool no longer counts as destructive",
    severity=Severity.CRITICAL,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="now says that it destroys nothing: destructiveHint was {before} and is {after}",
    why="Clients ask before destructive calls. A tool that drops the hint is called without that question.",
    check=on("annotation.destructiveHint.cleared"),
    aliases=("destructive",),
)
