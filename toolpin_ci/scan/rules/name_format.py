"""A tool name with characters that names cannot have."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Area, Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text

_GOOD = re.compile(r"[A-Za-z0-9_./-]{1,128}")
_BAD = re.compile(
    r"[\x00-\x1f\x7f<>|\"'`{}$\\;&*?!#%\[\]\u2028\u2029\u200b-\u200f\u202a-\u202e]"
    r"|\.\.[/\\]|^/|::|\S \S+ \S"
)
_RESERVED = frozenset(
    ("__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "__defineGetter__")
)


def _check(subject: Subject) -> Iterator[Hit]:
    if subject.area is not Area.TOOL:
        return
    text = Text(subject.key, (None, "name"), "name")
    if subject.key in _RESERVED or not subject.key or _BAD.search(subject.key):
        yield Hit(text=text, args={})
    elif not _GOOD.fullmatch(subject.key):
        yield Hit(text=text, args={}, severity=Severity.INFO)


RULE = ScanRule(
    id="name-format",
    title="Not a proper tool name",
    severity=Severity.RISKY,
    message="the name is not made of letters, digits, `_`, `-`, `.` and `/` as the protocol wants",
    why="Clients put names into lists, logs, file names and objects; odd ones break or steer them.",
    aliases=("tool_name_format",),
    check=_check,
)
