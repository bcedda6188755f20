"""Icons changed."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="icons-changed",
    title="Icons changed",
    severity=Severity.INFO,
    area=None,
    action=Action.CHANGED,
    message="icons changed",
    when_added="icons added",
    when_removed="icons removed",
    why="Icons are for people. Where they lie elsewhere now, a client fetches them from there.",
    check=on("icons"),
)
