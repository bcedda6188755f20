"""A tool whose input is no object."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule

RULE = Rule(
    id="protocol-schema-type",
    title="A tool whose input is no object",
    severity=Severity.INFO,
    area=Area.SERVER,
    action=Action.CHANGED,
    message="{reason}",
    why="Some clients refuse every tool of a server where one input schema lacks `type: object`.",
    aliases=("schema_type",),
)
