"""A tool's open-world hint changed."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-open-world-hint-changed",
    title="A tool's open-world hint changed",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="openWorldHint was {before} and is {after}",
    why=(
        "The hint says whether the tool talks to the outside: whether data may leave, and untrusted text"
        " may come in."
    ),
    check=on("annotation.openWorldHint.set", "annotation.openWorldHint.cleared"),
)
