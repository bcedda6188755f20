"""Two items have the same name."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="name-duplicated",
    title="Two items have the same name",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.ADDED,
    message="listed once more under the same name",
    why=(
        "Which of the two an agent sees is up to the client: the second can stand in for the one that "
        "was reviewed."
    ),
    check=on("duplicate", actions=(Action.ADDED,)),
    aliases=("duplicate_tool_name",),
)
