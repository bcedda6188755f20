"""A schema refers to what we cannot read."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-reference-unresolved",
    title="A schema refers to what we cannot read",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place} referred to {old} and refers to {new}; one of them we cannot follow",
    when_added="{place} now refers to {new}, which we cannot follow",
    when_removed="{place} no longer refers to {old}, which we cannot follow",
    why="What is meant lies elsewhere or does not exist: nobody reviewed it.",
    check=on("schema.ref.unresolved"),
)
