"""A tool now has an output schema."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-output-schema-added",
    title="A tool now has an output schema",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.ADDED,
    message="output schema added",
    why="Results are described now; nothing that worked stops working.",
    check=on("output.schema", actions=(Action.ADDED,)),
)
