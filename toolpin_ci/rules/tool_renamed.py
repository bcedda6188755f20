"""A tool has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-renamed",
    title="A tool has another name",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.RENAMED,
    message="renamed from {old}",
    why="Calls under the old name fail, and allow-lists that name the tool no longer cover it.",
    check=on("name", area=Area.TOOL),
)
