"""A tool is not what another system's lockfile says."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-tool-changed",
    title="A tool is not what another system's lockfile says",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="is not what {file} says",
    why="Whoever relies on that lockfile has reviewed something else than what agents are offered.",
)
