"""The result may be more than was described."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="output-loosened",
    title="The result may be more than was described",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="in the result, {place} may be more than was described: {keyword}",
    why="Consumers may get what they cannot read.",
    check=on(
        "output.rest.widened",
        "output.rest.opened",
        "output.alternatives.opened",
        "output.alternative.widened",
        "output.demand.widened",
        "output.exclusion.widened",
        "output.position.widened",
        "output.names.widened",
        "output.composition.widened",
        "output.condition.widened",
        "output.dependency.widened",
    ),
)
