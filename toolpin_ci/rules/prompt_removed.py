"""A prompt was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-removed",
    title="A prompt was removed",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.REMOVED,
    message="removed",
    why="What asks for it by name fails.",
    check=on("item", area=Area.PROMPT, actions=(Action.REMOVED,)),
)
