"""A prompt takes one more argument."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-added-optional",
    title="A prompt takes one more argument",
    severity=Severity.SAFE,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="optional argument {name} added",
    why="What asks for the prompt as before still works.",
    check=on("argument.optional"),
)
