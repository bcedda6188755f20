"""A prompt's description was removed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="prompt-description-removed",
    title="A prompt's description was removed",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.REMOVED,
    message="description removed",
    why="It tells people and agents what the prompt is for.",
    check=on("description", area=Area.PROMPT, actions=(Action.REMOVED,)),
)
