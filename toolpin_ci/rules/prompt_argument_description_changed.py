"""A prompt argument's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-argument-description-changed",
    title="A prompt argument's description was changed",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="description of argument {name} changed",
    why="It tells people and agents what to send.",
    check=on("argument.description", actions=(Action.CHANGED,)),
)
