"""A tool's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-description-removed",
    title="A tool's description was removed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="description removed",
    why="Without a description the agent guesses from the name what the tool does.",
    check=on("description", area=Area.TOOL, actions=(Action.REMOVED,)),
)
