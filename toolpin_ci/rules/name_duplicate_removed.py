"""A second item of the same name is gone."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="name-duplicate-removed",
    title="A second item of the same name is gone",
    severity=Severity.SAFE,
    area=None,
    action=Action.REMOVED,
    message="listed once less under the same name",
    why="There is less doubt now which item is meant.",
    check=on("duplicate", actions=(Action.REMOVED,)),
)
