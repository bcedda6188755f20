"""A tool was added that may change or destroy something."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-added",
    title="A tool was added that may change or destroy something",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="added; by its annotations it may change or destroy something",
    why=(
        "The agent can do something that it could not do before, and nothing in the tool's annotations "
        "rules out damage."
    ),
    check=on("item", area=Area.TOOL, actions=(Action.ADDED,)),
)
