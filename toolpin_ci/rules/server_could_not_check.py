"""A server could not be checked."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="server-could-not-check",
    title="A server could not be checked",
    severity=Severity.BREAKING,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="could not be checked: {reason}",
    why="What did not answer is neither unchanged nor gone: nobody knows.",
    aliases=("verification_unavailable", "remote_probe_failed", "package_probe_failed"),
)
