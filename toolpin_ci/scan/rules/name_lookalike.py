"""A name that is taken for another one."""

import re
from collections.abc import Iterator

from toolpin_ci.canon.visible import is_disguised, look
from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text

_WORD = re.compile(r"[^\W_]+")


def _check(subject: Subject) -> Iterator[Hit]:
    if subject.area is not Area.TOOL:
        return
    text = Text(subject.key, (None, "name"), "name")
    if subject.alike:
        yield Hit(text=text, args={"other": subject.alike})
    elif _pretends(subject.key):
        yield Hit(text=text, args={"other": look(subject.key)})


def _pretends(name: str) -> bool:
    """Tell whether letters of another script stand in for Latin ones."""
    if name.isascii():
        return False
    words = _WORD.findall(name)
    if any(map(is_disguised, words)):
        return True
    return look(name).isascii() and any(word.isascii() and word.isalpha() for word in words)


RULE = ScanRule(
    id="name-lookalike",
    title="A look-alike name",
    severity=Severity.CRITICAL,
    message="the name looks like {other}",
    why="A reader, and a model that copies names, takes it for the other tool.",
    aliases=("homoglyph", "duplicate_tool_name"),
    check=_check,
)
