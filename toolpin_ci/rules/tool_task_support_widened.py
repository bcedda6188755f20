"""A tool takes more kinds of calls."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-task-support-widened",
    title="A tool takes more kinds of calls",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="task support was {before} and is {after}",
    why="Calls that worked still work; the tool may now also be run as a task.",
    check=on("task-support.widened"),
)
