"""A prompt has another name."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-renamed",
    title="A prompt has another name",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.RENAMED,
    message="renamed from {old}",
    why="What asks for it under the old name fails.",
    check=on("name", "name.case", area=Area.PROMPT),
)
