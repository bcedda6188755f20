"""A tool now has an input schema."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-input-schema-added",
    title="A tool now has an input schema",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="input schema added",
    why="Arguments that nobody checked before may now be refused.",
    check=on("input.schema", actions=(Action.ADDED,)),
)
