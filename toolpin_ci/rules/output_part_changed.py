"""A part of the result is another."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-part-changed",
    title="A part of the result is another",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place}: {keyword} changed",
    why="Consumers may get what they cannot read.",
    check=on(
        "output.rest.changed",
        "output.alternatives.changed",
        "output.alternative.changed",
        "output.demand.changed",
        "output.exclusion.changed",
        "output.position.changed",
        "output.names.changed",
        "output.composition.changed",
        "output.condition.changed",
        "output.dependency.changed",
    ),
)
