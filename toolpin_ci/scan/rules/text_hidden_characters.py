"""Characters that take part in a text and cannot be seen in it."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.shown_characters import odd_characters
from toolpin_ci.scan.texts import Subject


def _check(subject: Subject) -> Iterator[Hit]:
    return odd_characters(subject, "hidden")


RULE = ScanRule(
    id="text-hidden-characters",
    title="Invisible characters",
    severity=Severity.CRITICAL,
    message="invisible characters in the text: {characters}",
    why="A model reads zero-width characters, fillers and invisible operators; a reviewer cannot see them.",
    aliases=("hidden_control_characters",),
    check=_check,
)
