"""Sorts the characters that nothing in a text needs by what they do to it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from toolpin_ci.canon.visible import name_of
from toolpin_ci.scan.characters import unneeded
from toolpin_ci.scan.rule import Hit
from toolpin_ci.scan.texts import Subject

_NAMED = 4
_ENOUGH = 10_000
_DECODED = 120
_TAG_BASE = 0xE0000
_KINDS = (
    ("tag", 0xE0000, 0xE007F),
    ("selector", 0xE0100, 0xE01EF),
    ("selector", 0xFE00, 0xFE0F),
    ("bidi", 0x202A, 0x202E),
    ("bidi", 0x2066, 0x2069),
    ("bidi", 0x200E, 0x200F),
    ("bidi", 0x61C, 0x61C),
    ("control", 0x00, 0x1F),
    ("control", 0x7F, 0x9F),
)


def odd_characters(subject: Subject, kind: str) -> Iterator[Hit]:
    """Give a hit for every text with characters of this kind."""
    for text in subject.odd_texts:
        found = _sorted(text.value).get(kind)
        if found:
            yield Hit(text=text, args={"characters": _described(found)})


@lru_cache(maxsize=4)
def _sorted(text: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for char in islice(unneeded(text), _ENOUGH):
        found.setdefault(_kind(ord(char)), []).append(char)
    return {kind: "".join(chars) for kind, chars in found.items()}


def _kind(code: int) -> str:
    return next((kind for kind, low, high in _KINDS if low <= code <= high), "hidden")


def _described(chars: str) -> str:
    names = list(dict.fromkeys(chars))
    shown = ", ".join(name_of(char) for char in names[:_NAMED])
    more = f" and {len(names) - _NAMED} more kinds" if len(names) > _NAMED else ""
    count = f" ({len(chars)} in all)" if len(chars) > 1 else ""
    return shown + more + count + _spelled(chars)


def _spelled(chars: str) -> str:
    """Read the message that tags or selectors spell."""
    letters = [_letter(ord(char)) for char in chars[:_DECODED]]
    text = "".join(letters)
    return f", spelling {text!r}" if text and all(letters) and len(text) > 1 else ""


def _letter(code: int) -> str:
    if _TAG_BASE + 0x20 <= code <= _TAG_BASE + 0x7E:
        return chr(code - _TAG_BASE)
    byte = code - 0xE0100 + 16
    if 0x20 <= byte < 0x7F and code >= 0xE0100:  # noqa: PLR2004 - printable ASCII
        return chr(byte)
    return ""
