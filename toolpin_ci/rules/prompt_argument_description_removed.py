"""A prompt argument's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-description-removed",
    title="A prompt argument's description was removed",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.REMOVED,
    message="description of argument {name} removed",
    why="It tells people and agents what to send.",
    check=on("argument.description", actions=(Action.REMOVED,)),
)
