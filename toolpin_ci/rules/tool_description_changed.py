"""A tool's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-description-changed",
    title="A tool's description was changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="description changed",
    why=(
        "The description is the prompt by which the agent decides when and how to call the tool: one "
        "changed word can change what it does."
    ),
    check=on("description", area=Area.TOOL, actions=(Action.CHANGED,)),
    aliases=("toolDescriptionHash",),
)
