"""Text now gives orders to the agent."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="agent-orders-added",
    title="Text now gives orders to the agent",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.CHANGED,
    message="{place} now speaks to the agent: {found}",
    why="Phrases like this ask a model to set aside its instructions or to keep something from the user.",
    check=on("text.instructions"),
    aliases=("agent_instruction_override", "agent_hidden_behavior"),
)
