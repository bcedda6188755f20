"""A tool lost its input schema."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-input-schema-removed",
    title="A tool lost its input schema",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="input schema removed",
    why="The protocol demands a schema: clients refuse the tool, and a model no longer knows what to send.",
    check=on("input.schema", actions=(Action.REMOVED,)),
)
