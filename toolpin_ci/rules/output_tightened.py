"""The result is described more closely."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-tightened",
    title="The result is described more closely",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} is described more closely: {keyword}",
    why="Consumers know more of what comes.",
    check=on(
        "output.rest.narrowed",
        "output.alternatives.narrowed",
        "output.alternative.narrowed",
        "output.demand.narrowed",
        "output.exclusion.narrowed",
        "output.position.narrowed",
        "output.names.narrowed",
        "output.composition.narrowed",
        "output.condition.narrowed",
        "output.dependency.narrowed",
    ),
)
