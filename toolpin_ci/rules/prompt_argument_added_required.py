"""A prompt needs one more argument."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-added-required",
    title="A prompt needs one more argument",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="required argument {name} added",
    why="What asks for the prompt as before fails.",
    check=on("argument.required"),
)
