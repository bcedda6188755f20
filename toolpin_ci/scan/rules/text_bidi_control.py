"""Characters that show a text in another order than it is read."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.shown_characters import odd_characters
from toolpin_ci.scan.texts import Subject


def _check(subject: Subject) -> Iterator[Hit]:
    return odd_characters(subject, "bidi")


RULE = ScanRule(
    id="text-bidi-control",
    title="Reordered text",
    severity=Severity.CRITICAL,
    message="characters that reorder what is shown: {characters}",
    why="Overrides, and marks in a text without right-to-left script, make a reviewer read something else.",
    aliases=("hidden_control_characters",),
    check=_check,
)
