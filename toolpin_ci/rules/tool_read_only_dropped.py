"""A tool no longer says that it only reads."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-read-only-dropped",
    title="A tool no longer says that it only reads",
    severity=Severity.CRITICAL,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="no longer says that it only reads: readOnlyHint was {before} and is {after}",
    why="A tool that was approved as harmless may now change things.",
    check=on("annotation.readOnlyHint.cleared"),
    aliases=("readOnly",),
)
