"""Matches the lines of two texts by those that each has once, so that large files with repeats stay cheap."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import pairwise, takewhile

Block = tuple[int, int, int]
"""A place in the old text, one in the new text, and how many lines are equal from there on."""

_SMALL = 250_000
"""Pairs of lines that are compared with each other where no line stands out."""


class LineMatcher(SequenceMatcher[str]):
    """The standard library's opcodes, made of our blocks."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Keep both sides; nothing is matched yet."""
        super().__init__(autojunk=False)
        self._sides = old, new

    def get_matching_blocks(self) -> list[Match]:
        """Give the runs of equal lines."""
        return [Match(*block) for block in matching_blocks(*self._sides)]


def matching_blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Give the runs of equal lines in order, longest possible, and an empty one at the end."""
    joined: list[Block] = []
    for at, there, length in sorted(_blocks(old, new, (0, len(old), 0, len(new)))):
        if joined and joined[-1][0] + joined[-1][2] == at and joined[-1][1] + joined[-1][2] == there:
            joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + length)
        else:
            joined.append((at, there, length))
    return [*joined, (len(old), len(new), 0)]


def _blocks(old: Sequence[str], new: Sequence[str], whole: tuple[int, int, int, int]) -> Iterator[Block]:
    waiting = [whole]
    while waiting:
        start, end, begin, stop = waiting.pop()
        head = _equal(old, new, zip(range(start, end), range(begin, stop), strict=False))
        start, begin = start + head, begin + head
        backwards = zip(reversed(range(start, end)), reversed(range(begin, stop)), strict=False)
        tail = _equal(old, new, backwards)
        end, stop = end - tail, stop - tail
        yield from (block for block in ((start - head, begin - head, head), (end, stop, tail)) if block[2])
        if start == end or begin == stop:
            continue
        anchors = _anchors(old[start:end], new[begin:stop])
        if anchors:
            edges = [(start, begin), *((start + at, begin + there) for at, there in anchors), (end, stop)]
            waiting += [(a, c, b, d) for (a, b), (c, d) in pairwise(edges)]
        elif (end - start) * (stop - begin) <= _SMALL:
            found = SequenceMatcher(None, old[start:end], new[begin:stop], autojunk=False)
            yield from ((start + a, begin + b, size) for a, b, size in found.get_matching_blocks() if size)


def _equal(old: Sequence[str], new: Sequence[str], places: Iterable[tuple[int, int]]) -> int:
    """Count how many of these places have equal lines before the first that has not."""
    return sum(1 for _ in takewhile(lambda place: old[place[0]] == new[place[1]], places))


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pair the lines that each side has once, as many as keep their order."""
    counts, others = Counter(old), Counter(new)
    places = {line: at for at, line in enumerate(new) if others[line] == 1 and counts[line] == 1}
    return _rising([(at, places[line]) for at, line in enumerate(old) if line in places])


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep the longest run of pairs whose second places rise, too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, there) in enumerate(pairs):
        at = bisect_left(ends, there)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1], last[at : at + 1] = [there], [number]
    found, number = [], last[-1] if last else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]
