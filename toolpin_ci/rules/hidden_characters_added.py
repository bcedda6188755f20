"""Text has characters that cannot be seen."""

from toolpin_ci.model.finding import Action, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="hidden-characters-added",
    title="Text has characters that cannot be seen",
    severity=Severity.CRITICAL,
    area=None,
    action=Action.CHANGED,
    message="invisible characters in {place}: {characters}",
    why=(
        "A model reads what a reviewer cannot see: invisible characters carry instructions or break up "
        "words that filters look for."
    ),
    check=on("text.hidden-added"),
    aliases=("hidden_control_characters",),
)
