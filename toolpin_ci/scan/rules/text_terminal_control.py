"""Control characters and escape sequences that change what a terminal shows."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.shown_characters import odd_characters
from toolpin_ci.scan.texts import Subject


def _check(subject: Subject) -> Iterator[Hit]:
    return odd_characters(subject, "control")


RULE = ScanRule(
    id="text-terminal-control",
    title="Control characters",
    severity=Severity.CRITICAL,
    message="control characters that can rewrite what a terminal or a log shows: {characters}",
    why="Escape sequences, backspaces and lone carriage returns let a text cover itself with another.",
    aliases=("hidden_control_characters",),
    check=_check,
)
