"""A name that looked like another one is gone."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="name-look-alike-removed",
    title="A name that looked like another one is gone",
    severity=Severity.SAFE,
    area=None,
    action=Action.REMOVED,
    message="removed; looked like {other}",
    why="There is less doubt now which item is meant.",
    check=on("name.look-alike", actions=(Action.REMOVED,)),
)
