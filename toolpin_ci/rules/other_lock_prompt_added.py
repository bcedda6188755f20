"""A prompt that another system's lockfile does not know."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-prompt-added",
    title="A prompt that another system's lockfile does not know",
    severity=Severity.RISKY,
    area=Area.PROMPT,
    action=Action.ADDED,
    message="is not in {file}",
    why="Whoever relies on that lockfile has not reviewed this prompt.",
)
