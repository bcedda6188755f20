"""A tool now says that it only reads."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="tool-read-only-claimed",
    title="A tool now says that it only reads",
    severity=Severity.CRITICAL,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="now says that it only reads: readOnlyHint was {before} and is {after}",
    why=(
        "Clients run read-only tools without asking. A tool that could write and now claims to read only"
        " gains that freedom."
    ),
    check=on("annotation.readOnlyHint.set"),
    aliases=("readOnly",),
)
