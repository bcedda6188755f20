"""Tag characters outside the three flags that are written with them."""

from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.shown_characters import odd_characters
from toolpin_ci.scan.texts import Subject


def _check(subject: Subject) -> Iterator[Hit]:
    return odd_characters(subject, "tag")


RULE = ScanRule(
    id="text-tag-characters",
    title="Hidden message in tag characters",
    severity=Severity.CRITICAL,
    message="tag characters, which spell a message that nobody sees: {characters}",
    why="Every ASCII letter has an invisible twin among the tags; models read them as letters.",
    aliases=("hidden_control_characters",),
    check=_check,
)
