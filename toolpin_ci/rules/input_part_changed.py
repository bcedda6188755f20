"""A part of the input is another."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-part-changed",
    title="A part of the input is another",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} changed",
    why="Calls that worked may now be refused.",
    check=on(
        "input.rest.changed",
        "input.alternatives.changed",
        "input.alternative.changed",
        "input.demand.changed",
        "input.exclusion.changed",
        "input.position.changed",
        "input.names.changed",
        "input.composition.changed",
        "input.condition.changed",
    ),
)
