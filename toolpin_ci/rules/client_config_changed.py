"""A client's file in the repository is not what the lockfile generates for it."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="client-config-changed",
    title="A client's file is not what the lockfile generates",
    severity=Severity.BREAKING,
    area=Area.LOCK,
    action=Action.CHANGED,
    message="{file} is not what the lockfile generates for {client}: it differs at {places}",
    why="The client starts what its file says, and that is not what was reviewed and locked.",
    aliases=("doctor_drift", "doctor_unreadable"),
)
