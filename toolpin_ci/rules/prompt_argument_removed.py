"""A prompt's argument was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-removed",
    title="A prompt's argument was removed",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.REMOVED,
    message="argument {name} removed",
    why="What sends it is refused, or it is silently ignored.",
    check=on("argument", actions=(Action.REMOVED,)),
)
