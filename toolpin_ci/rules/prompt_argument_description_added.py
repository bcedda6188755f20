"""A prompt argument's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-description-added",
    title="A prompt argument's description was added",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="description of argument {name} added",
    why="It tells people and agents what to send.",
    check=on("argument.description", actions=(Action.ADDED,)),
)
