"""Compares two texts word by word and keeps the parts that a reader needs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from toolpin_ci.values import dataclass

_TOKEN = re.compile(r"\w+|\s|[^\w\s]")
_COMPARED = 4_000_000  # pairs of tokens; past this the middle counts as rewritten
_ISLAND = 10  # characters; so little unchanged text between two changes reads worse than one longer change


class Kind(StrEnum):
    """What happened to a piece of text."""

    SAME = "same"
    OLD = "old"
    NEW = "new"
    GAP = "gap"
    """Left out by `excerpt`; the piece still holds the text, so that its length can be told."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that has one fate."""

    kind: Kind
    text: str


def word_diff(old: str, new: str) -> tuple[Piece, ...]:
    """Cut two texts into pieces: joined without the new ones they are `old`, without the old ones `new`."""
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _common(left, right)
    end = _common(left[start:][::-1], right[start:][::-1])
    middle = _middle(left[start : len(left) - end], right[start : len(right) - end])
    parts = (
        Piece(Kind.SAME, "".join(left[:start])),
        *_without_islands(list(middle)),
        Piece(Kind.SAME, "".join(left[len(left) - end :])),
    )
    return tuple(_joined(parts))


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _middle(left: list[str], right: list[str]) -> Iterator[Piece]:
    if not left or not right or len(left) * len(right) > _COMPARED:
        yield Piece(Kind.OLD, "".join(left))
        yield Piece(Kind.NEW, "".join(right))
        return
    from difflib import SequenceMatcher  # noqa: PLC0415 - only a changed text pays for it

    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece(Kind.SAME, "".join(left[a:b]))
        else:
            yield Piece(Kind.OLD, "".join(left[a:b]))
            yield Piece(Kind.NEW, "".join(right[c:d]))


def _without_islands(pieces: list[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if piece.kind is Kind.SAME and len(piece.text) <= _ISLAND:
            yield Piece(Kind.OLD, piece.text)
            yield Piece(Kind.NEW, piece.text)
        else:
            yield piece


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Put neighbours together: between two unchanged pieces first all that went, then all that came."""
    for is_same, run in groupby(pieces, lambda piece: piece.kind is Kind.SAME):
        group = list(run)
        for kind in (Kind.SAME,) if is_same else (Kind.OLD, Kind.NEW):
            text = "".join(piece.text for piece in group if piece.kind is kind)
            if text:
                yield Piece(kind, text)


def excerpt(pieces: Sequence[Piece], context: int = 120) -> tuple[Piece, ...]:
    """Leave out unchanged text that is far from every change, never a part of a change."""
    last = len(pieces) - 1
    shown: list[Piece] = []
    for index, piece in enumerate(pieces):
        before, after = (context if index else 0), (context if index < last else 0)
        if piece.kind is not Kind.SAME or len(piece.text) <= before + after + context // 2:
            shown.append(piece)
        else:
            shown.extend(_with_gap(piece.text, before, after))
    return tuple(shown)


def _with_gap(text: str, before: int, after: int) -> Iterator[Piece]:
    start = before and _back_to_space(text, before)
    end = len(text) - (after and _back_to_space(text[::-1], after))
    parts = ((Kind.SAME, text[:start]), (Kind.GAP, text[start:end]), (Kind.SAME, text[end:]))
    return (Piece(kind, part) for kind, part in parts if part)


def _back_to_space(text: str, length: int) -> int:
    """Cut between words where one ends near."""
    space = text.rfind(" ", length // 2, length)
    return space if space > 0 else length
