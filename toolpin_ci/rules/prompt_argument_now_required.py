"""A prompt's argument must now be sent."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-now-required",
    title="A prompt's argument must now be sent",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="argument {name} is now required",
    why="What leaves it out fails.",
    check=on("argument.now-required"),
)
