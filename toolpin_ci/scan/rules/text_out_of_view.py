"""Text behind so much white space that a reader never scrolls to it."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_SPACES = 100
_LINES = 20
_GAP = re.compile(rf"(?<!\s)\s{{{_LINES},}}+(?=\S)")
_WIDE = re.compile(rf"[^\S\r\n]{{{_SPACES}}}")


def _check(subject: Subject) -> Iterator[Hit]:
    for text in subject.texts:
        if len(text.value) <= _LINES:
            continue
        for gap in _GAP.finditer(text.value):
            if gap.start() and (gap[0].count("\n") >= _LINES or _WIDE.search(gap[0])):
                rest = " ".join(text.value[gap.end() : gap.end() + 400].split())
                yield Hit(text=text, args={"words": quoted(rest)})
                break


RULE = ScanRule(
    id="text-out-of-view",
    title="Text pushed out of view",
    severity=Severity.CRITICAL,
    message="white space pushes the rest of the text out of view: {words}",
    why="Clients show the beginning of a text; a model reads all of it.",
    aliases=("hidden_text",),
    check=_check,
)
