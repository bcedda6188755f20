"""The server's lists cost more context than allowed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="context-budget-exceeded",
    title="The server's lists cost more context than allowed",
    severity=Severity.RISKY,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="costs about {tokens} tokens of context; the budget is {budget}",
    why=(
        "Everything listed stands before the model in every conversation: it costs money and drowns what"
        " matters."
    ),
    aliases=("inflationRisk",),
)
