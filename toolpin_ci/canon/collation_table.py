"""Knows where characters beyond Latin stand in CLDR's root order; read only where a name has one."""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

STEP = 0x2000
"""The room between two ASCII characters for what stands between them."""

UPPER = 0x80
"""The third weight of an upper-case letter: other forms of the small one stand before it."""

_HEAVY = 200  # a form of another secondary weight is heavier than any accent

Weights = tuple[str, str, str]
"""What one character adds to the three levels of a key."""


@cache
def table(anchors: str) -> Mapping[str, Weights]:
    """Give the weights of every character that is known; `anchors` are the ASCII ones in their order."""
    found: dict[str, Weights] = {}
    anchor = offset = 0
    for groups in _rows():
        first = groups[0][0]
        if first in anchors:
            anchor, offset = anchors.index(first) + 1, 0
        else:
            offset += 1
        found.update(_weights(groups, chr(anchor * STEP + offset)))
    return found


def _rows() -> Iterator[Sequence[str]]:
    text = Path(__file__).with_name("collation.json").read_text(encoding="utf-8")
    for row in json.loads(text):
        yield from ([char] for char in row) if isinstance(row, str) else (row,)


def _weights(groups: Sequence[str], primary: str) -> Iterator[tuple[str, Weights]]:
    members = {char for group in groups for char in group}
    for level, group in enumerate(groups):
        upper = next((place for place, char in enumerate(group) if "A" <= char <= "Z"), len(group))
        for place, char in enumerate(group):
            if _is_accented(char, members):
                continue  # letter and accent say the same
            third = place if place < upper else UPPER + place - upper
            yield char, (primary, chr(_HEAVY + level if level else 1), chr(third))


def _is_accented(char: str, members: set[str]) -> bool:
    apart = unicodedata.normalize("NFD", char)
    marks = all("\u0300" <= mark <= "\u036f" or mark in "\u3099\u309a" for mark in apart[1:])
    return marks and apart[0] in members - {char}
