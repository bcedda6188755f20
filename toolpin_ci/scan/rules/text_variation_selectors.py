"""Variation selectors that select no variant of anything."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.shown_characters import odd_characters
from toolpin_ci.scan.texts import Subject


def _check(subject: Subject) -> Iterator[Hit]:
    return odd_characters(subject, "selector")


RULE = ScanRule(
    id="text-variation-selectors",
    title="Bytes hidden in variation selectors",
    severity=Severity.CRITICAL,
    message="variation selectors without a character that they belong to: {characters}",
    why="The 256 selectors can carry any bytes behind one visible character.",
    aliases=("hidden_control_characters",),
    check=_check,
)
