"""A prompt is not what another system's lockfile says."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-prompt-changed",
    title="A prompt is not what another system's lockfile says",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.CHANGED,
    message="is not what {file} says",
    why="Prompts are words that an agent follows; these were not reviewed.",
)
