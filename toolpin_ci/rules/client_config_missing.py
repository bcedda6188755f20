"""A client's file in the repository does not have a server that is locked for it."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="client-config-missing",
    title="A client's file lacks a server that is locked for it",
    severity=Severity.INFO,
    area=Area.LOCK,
    action=Action.REMOVED,
    message="{file} does not have this server, which is locked for {client}",
    why="Nobody runs what is not in the file; the lockfile speaks of a server that this client does not use.",
    aliases=("doctor_missing",),
)
