"""A tool lost its output schema."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-output-schema-removed",
    title="A tool lost its output schema",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.REMOVED,
    message="output schema removed",
    why="A consumer that relied on the described result has nothing to rely on.",
    check=on("output.schema", actions=(Action.REMOVED,)),
    aliases=("egressSchemaDigest",),
)
