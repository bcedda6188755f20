"""A required parameter was added."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="param-added-required",
    title="A required parameter was added",
    severity=Severity.BREAKING,
    area=Area.TOOL,
    action=Action.ADDED,
    message="required parameter {place} added",
    why="Every call that worked so far lacks it and fails.",
    check=on("input.member.required"),
)
