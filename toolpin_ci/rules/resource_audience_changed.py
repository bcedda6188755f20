"""A resource is for somebody else."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="resource-audience-changed",
    title="A resource is for somebody else",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="audience was {old} and is {new}",
    when_added="audience is now {new}",
    when_removed="audience {old} removed",
    why="What was for the user may now be put before the model, or the other way round.",
    check=on("annotation.audience"),
)
