"""A limit on a parameter is looser."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="input-limit-loosened",
    title="A limit on a parameter is looser",
    severity=Severity.SAFE,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="{place}: {keyword} was {old} and is {new}",
    when_added="{place}: {keyword} is now {new}",
    when_removed="{place}: {keyword} {old} removed",
    why="Values that fitted still fit.",
    check=on("input.limit.widened"),
)
