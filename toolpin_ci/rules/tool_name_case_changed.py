"""A tool's name changed in letter case."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-name-case-changed",
    title="A tool's name changed in letter case",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.RENAMED,
    message="renamed from {old}: letter case alone",
    why="Names are compared letter by letter: calls and allow-lists under the old spelling fail.",
    check=on("name.case", area=Area.TOOL),
)
