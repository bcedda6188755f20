"""A tool's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-description-added",
    title="A tool's description was added",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="description added",
    why="The description is the prompt by which the agent decides when and how to call the tool.",
    check=on("description", area=Area.TOOL, actions=(Action.ADDED,)),
)
