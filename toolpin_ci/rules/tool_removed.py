"""A tool was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-removed",
    title="A tool was removed",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="removed",
    why="An agent, a prompt or a script that calls this tool fails from now on.",
    check=on("item", area=Area.TOOL, actions=(Action.REMOVED,)),
)
