"""A tool takes fewer kinds of calls."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-task-support-narrowed",
    title="A tool takes fewer kinds of calls",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="task support was {before} and is {after}",
    why="A client that calls the tool as it did, directly or as a task, is now refused.",
    check=on("task-support.narrowed"),
)
