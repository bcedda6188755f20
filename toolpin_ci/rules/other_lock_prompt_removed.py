"""A prompt of another system's lockfile is gone."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-prompt-removed",
    title="A prompt of another system's lockfile is gone",
    severity=Severity.BREAKING,
    area=Area.PROMPT,
    action=Action.REMOVED,
    message="is in {file} alone",
    why="Whoever uses the prompt finds it no longer.",
)
