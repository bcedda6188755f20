"""A tool was added that says it destroys nothing."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-added-non-destructive",
    title="A tool was added that says it destroys nothing",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="added; it says that it destroys nothing",
    why=(
        "The agent can do something new. The tool's own hints say that no harm comes of it; they are a "
        "claim, not a proof."
    ),
    check=on("item.harmless", area=Area.TOOL),
)
