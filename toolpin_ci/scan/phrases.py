"""Matches phrases: classes of words in order, with bounded gaps, inside one sentence, in linear time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from toolpin_ci.scan.rule import Check, Hit
from toolpin_ci.scan.texts import Prose, Subject
from toolpin_ci.scan.tokens import Sentence
from toolpin_ci.scan.words import CLASSES, COMMON

_SHOWN = 160
_FURTHER_IN = " " * 5
Slot = tuple[int, frozenset[str]]
"""How many words may stand before it, and the words that fill it."""


class More(Protocol):
    """Finds what a phrase cannot say."""

    def may_be_in(self, subject: Subject) -> bool:
        """Tell quickly whether it is worth a look."""

    def find(self, prose: Prose) -> str | None:
        """Give the words to quote."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """What a rule looks for, and what in the same sentence makes it harmless."""

    any_of: tuple[str, ...]
    unless: tuple[str, ...] = ()


def phrases(any_of: str, *, unless: str = "") -> Phrases:
    """Write phrases one a line; a line that is further in goes on with the one before."""
    return Phrases(_lines(any_of), _lines(unless))


def _lines(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for line in text.strip("\n").splitlines():
        if line.startswith(_FURTHER_IN):
            glue = "" if found[-1].endswith("/") else " "
            found[-1] += glue + line.strip()
        elif line.strip():
            found.append(line.strip())
    return tuple(found)


@cache
def slots(phrase: str) -> tuple[Slot, ...]:
    """Read a phrase: CLASS names, plain words with / between equals, and ~n for up to n words between."""
    found: list[Slot] = []
    gap = 0
    for part in phrase.split():
        if part.startswith("~"):
            gap = int(part[1:])
        else:
            found.append((gap, frozenset().union(*map(_alternative, part.split("/")))))
            gap = 0
    return tuple(found)


def _alternative(word: str) -> frozenset[str]:
    return CLASSES[word] if word in CLASSES else frozenset((word,))


def matches(phrase: str, words: tuple[str, ...]) -> bool:
    """Tell whether a sentence has the phrase; every word is looked at once for each slot."""
    (_, first), *rest = slots(phrase)
    ends = [index for index, word in enumerate(words) if word in first]
    for gap, wanted in rest:
        if not ends:
            return False
        ends = list(_reached(ends, (n for n, word in enumerate(words) if word in wanted), gap))
    return bool(ends)


def _reached(ends: list[int], places: Iterable[int], gap: int) -> Iterator[int]:
    """Give the places that lie at most `gap` words behind one of the ends."""
    latest = 0
    for place in places:
        while latest + 1 < len(ends) and ends[latest + 1] < place:
            latest += 1
        if 0 < place - ends[latest] <= gap + 1:
            yield place


def _commonness(words: frozenset[str]) -> tuple[int, int]:
    return len(words & COMMON), len(words)


@cache
def _by_anchor(wanted: Phrases) -> dict[str, list[str]]:
    """Index phrases by the words of their rarest slot."""
    found: dict[str, list[str]] = {}
    for phrase in wanted.any_of:
        for word in min((words for _, words in slots(phrase)), key=_commonness):
            found.setdefault(word, []).append(phrase)
    return found


def candidates(wanted: Phrases, words: frozenset[str]) -> tuple[str, ...]:
    """Give the phrases that can be in a text with these words."""
    index = _by_anchor(wanted)
    likely = {phrase for word in index.keys() & words for phrase in index[word]}
    return tuple(phrase for phrase in likely if not any(slot.isdisjoint(words) for _, slot in slots(phrase)))


def first_match(wanted: Phrases, prose: Prose) -> Sentence | None:
    """Find the first sentence that has one of the phrases and no excuse."""
    likely = candidates(wanted, prose.words)
    if not likely:
        return None
    for sentence in prose.sentences:
        if any(matches(phrase, sentence.words) for phrase in likely) and not any(
            matches(phrase, sentence.words) for phrase in wanted.unless
        ):
            return sentence
    return None


def quoted(words: str) -> str:
    """Cut what a message quotes."""
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def phrase_check(wanted: Phrases, more: More | None = None) -> Check:
    """Make a check from phrases."""

    def check(subject: Subject) -> Iterator[Hit]:
        if not candidates(wanted, subject.words) and (more is None or not more.may_be_in(subject)):
            return
        for prose in subject.prose:
            sentence = first_match(wanted, prose)
            shown = sentence.shown if sentence else more.find(prose) if more else None
            if shown:
                yield Hit(text=prose.text, args={"words": quoted(shown)})

    return check
