"""A lockfile of another system is not what the server offers."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="other-lock-drifted",
    title="A lockfile of another system is not what the server offers",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{file} is not what the server offers",
    aliases=("ToolDigestMismatchError",),
    why="Whoever relies on that lockfile has reviewed something else than what agents are offered now.",
)
