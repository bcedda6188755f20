"""A keyword was added that we do not know."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="schema-keyword-added",
    title="A keyword was added that we do not know",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.ADDED,
    message="unknown keyword {keyword} added in {place}: {new}",
    why="We cannot tell what a client or a server makes of it, so a person should look.",
    check=on("schema.keyword", actions=(Action.ADDED,)),
)
