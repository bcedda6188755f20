"""A prompt's description was changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-description-changed",
    title="A prompt's description was changed",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="description changed",
    why="It tells people and agents what the prompt is for.",
    check=on("description", area=Area.PROMPT, actions=(Action.CHANGED,)),
)
