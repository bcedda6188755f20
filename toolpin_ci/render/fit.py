"""Keeps documents within their budget: whole items are left out, never a part of one."""

from collections.abc import Iterable


def size(text: str) -> int:
    """Measure as GitHub may: in UTF-16 units, the larger of the two usual counts."""
    return len(text) + sum(char > "\uffff" for char in text)


def fit(items: Iterable[str], room: int) -> tuple[list[str], int]:
    """Keep items, which come in order of importance, while they fit; tell how many were left out."""
    kept: list[str] = []
    left_out = 0
    for item in items:
        room -= size(item) + 1
        if room < 0:
            room += size(item) + 1
            left_out += 1
        else:
            kept.append(item)
    return kept, left_out
