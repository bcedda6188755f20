"""_meta changed."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="meta-changed",
    title="_meta changed",
    severity=Severity.RISKY,
    area=None,
    action=Action.CHANGED,
    message="{pointer} was {old} and is {new}",
    when_added="{pointer} added: {new}",
    when_removed="{pointer} removed: it was {old}",
    why="Clients act on _meta: it can point an app view at another resource or change how a tool is offered.",
    check=on("meta"),
)
