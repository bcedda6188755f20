"""A prompt's argument may now be left out."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-now-optional",
    title="A prompt's argument may now be left out",
    severity=Severity.SAFE,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="argument {name} is now optional",
    why="What asks for the prompt as before still works.",
    check=on("argument.now-optional"),
)
