"""A prompt's description was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-description-added",
    title="A prompt's description was added",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="description added",
    why="It tells people and agents what the prompt is for.",
    check=on("description", area=Area.PROMPT, actions=(Action.ADDED,)),
)
