"""A tool's idempotent hint changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-idempotent-hint-changed",
    title="A tool's idempotent hint changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="idempotentHint was {before} and is {after}",
    why="The hint decides whether an agent may repeat a call that failed half-way.",
    check=on("annotation.idempotentHint.set", "annotation.idempotentHint.cleared"),
    aliases=("idempotent",),
)
