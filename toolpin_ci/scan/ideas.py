"""Finds ideas: concepts close together in a sentence, in any order, with orders told from descriptions."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache

from toolpin_ci.scan.concepts import CONCEPTS, ORDERS
from toolpin_ci.scan.phrases import lines
from toolpin_ci.scan.texts import KEY, Prose, Subject
from toolpin_ci.scan.tokens import Sentence
from toolpin_ci.scan.words import word_set
from toolpin_ci.values import dataclass

_NEAR = 10
_LEADS = word_set("| and then please must should shall you also or but now")
_OBLIGES = word_set("must should shall has have need needs required obliged is are always mandatory")
_ADVERBS = word_set(
    """
    always also then please first silently quietly secretly covertly discreetly just now immediately
    only simply
    instead additionally automatically to be not either afterwards furthermore in addition it's each
    time finally
    """
)
_ADDRESSED = CONCEPTS["agent"] | CONCEPTS["you"]
_TERSE = frozenset(
    (
        "enum",
        "const",
        "default",
        "title",
        "examples",
        "example",
        "$comment",
        "pattern",
        "instructions",
        "name",
        KEY,
    )
)
"""Members that have no business to describe in the imperative what a tool does."""


@dataclass(frozen=True, slots=True)
class Idea:
    """Concepts that must all be near each other, and those that excuse them."""

    wanted: tuple[str, ...]
    without: tuple[str, ...]
    near: int


@cache
def _read(line: str) -> Idea:
    """Read a line: words with / between; `!` behind an order, `-` before an excuse, `@n` is the reach."""
    parts = line.split()
    near = next((int(part[1:]) for part in parts if part[0] == "@"), _NEAR)
    return Idea(
        tuple(part for part in parts if part[0] not in "-@"),
        tuple(part[1:] for part in parts if part[0] == "-"),
        near,
    )


@cache
def _words(part: str) -> frozenset[str]:
    """Give the words that fill a part as they stand anywhere in a sentence."""
    return _plain(part) | _ordered(part)


@cache
def _plain(part: str) -> frozenset[str]:
    said = (word for word in part.split("/") if not word.endswith("!"))
    return frozenset().union(*(CONCEPTS.get(word, frozenset((word,))) for word in said))


@cache
def _ordered(part: str) -> frozenset[str]:
    said = (word[:-1] for word in part.split("/") if word.endswith("!"))
    return frozenset().union(*(ORDERS.get(word, frozenset((word,))) for word in said))


def is_order(words: tuple[str, ...], place: int, *, opening: bool) -> bool:
    """Tell an order from a description; in an opening sentence only an outspoken duty is one."""
    before = place - 1
    while before > 0 and words[before] in _ADVERBS:
        before -= 1
    skipped = words[before + 1 : place]
    if words[before] in _OBLIGES and (words[before] not in ("is", "are", "has", "have") or "to" in skipped):
        return True
    if "to" in skipped or "be" in skipped or words[before] not in _LEADS:
        return False
    return not opening or "always" in skipped


@dataclass(frozen=True, slots=True)
class Ideas:
    """The ideas that a rule objects to."""

    lines: tuple[str, ...]

    def may_be_in(self, subject: Subject) -> bool:
        """Tell quickly whether it is worth a look."""
        return next(_likely(self.lines, subject.words), None) is not None

    def find(self, prose: Prose) -> str | None:
        """Give the first sentence that has one of the ideas."""
        if next(_likely(self.lines, prose.words), None) is None:
            return None
        terse = prose.text.role in _TERSE
        return next((one.shown for one in prose.sentences if self.is_said(one, terse=terse)), None)

    def may_be_said(self, sentence: Sentence) -> bool:
        """Tell quickly whether a sentence is worth a look."""
        return next(_likely(self.lines, sentence.rough), None) is not None

    def is_said(self, sentence: Sentence, *, terse: bool = False) -> bool:
        """Tell whether a sentence has one of the ideas."""
        opening = sentence.opens and not terse and sentence.rough.isdisjoint(_ADDRESSED)
        return any(
            _has(_read(line), sentence, opening=opening) for line in _likely(self.lines, sentence.rough)
        )


def ideas(text: str) -> Ideas:
    """Write ideas one a line; a line that is further in goes on with the one before."""
    return Ideas(lines(text))


def _likely(known: Iterable[str], rough: frozenset[str]) -> Iterator[str]:
    for line in known:
        if not any(_words(part).isdisjoint(rough) for part in _read(line).wanted):
            yield line


def _has(idea: Idea, sentence: Sentence, *, opening: bool) -> bool:
    words = sentence.words
    if any(not _words(part).isdisjoint(words) for part in idea.without):
        return False
    places = [list(_places(part, words, opening=opening)) for part in idea.wanted]
    if not all(places):
        return False
    return any(_close(anchor, places[1:], idea.near) for anchor in places[0])


def _places(part: str, words: tuple[str, ...], *, opening: bool) -> Iterator[int]:
    plain, ordered = _plain(part), _ordered(part)
    for place, word in enumerate(words):
        if word in plain or (word in ordered and is_order(words, place, opening=opening)):
            yield place


def _close(anchor: int, others: list[list[int]], near: int) -> bool:
    return all(_is_near(anchor, places, near) for places in others)


def _is_near(anchor: int, places: list[int], near: int) -> bool:
    first = bisect_left(places, anchor - near)
    return any(place != anchor and place <= anchor + near for place in places[first : first + 2])
