"""Matches phrases: classes of words in order, with bounded gaps, inside one sentence, in linear time."""

from collections.abc import Iterator
from functools import cache
from typing import Protocol

from toolpin_ci.scan.rule import Check, Hit
from toolpin_ci.scan.texts import Prose, Subject
from toolpin_ci.scan.tokens import CLAUSE, Sentence
from toolpin_ci.scan.words import CLASSES, COMMON
from toolpin_ci.values import dataclass

_SHOWN = 160
_FURTHER_IN = " " * 5
Slot = tuple[int, bool, frozenset[str]]
"""How many words may stand before it, whether a comma may be among them, and the words that fill it."""


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
    return Phrases(lines(any_of), lines(unless))


def lines(text: str) -> tuple[str, ...]:
    """Read one entry a line."""
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
    """Read a phrase: CLASS names, plain words with / between equals, and gaps.

    `~n` stands for up to n words between two slots, `-n` for as many without a comma among them.
    """
    found: list[Slot] = []
    gap, crosses = 0, True
    for part in phrase.split():
        if part[0] in "~-":
            gap, crosses = int(part[1:]), part[0] == "~"
        else:
            found.append((gap, crosses, frozenset().union(*map(_alternative, part.split("/")))))
            gap, crosses = 0, True
    return tuple(found)


def _alternative(word: str) -> frozenset[str]:
    return CLASSES[word] if word in CLASSES else frozenset((word,))


def matches(phrase: str, words: tuple[str, ...]) -> bool:
    """Tell whether a sentence has the phrase; every word is looked at once for each slot."""
    (_, _, first), *rest = slots(phrase)
    ends = [index for index, word in enumerate(words) if word in first]
    for gap, crosses, wanted in rest:
        if not ends:
            return False
        places = [index for index, word in enumerate(words) if word in wanted]
        ends = [
            place
            for end, place in _pairs(ends, places, gap)
            if crosses or CLAUSE not in words[end + 1 : place]
        ]
    return bool(ends)


def _pairs(ends: list[int], places: list[int], gap: int) -> Iterator[tuple[int, int]]:
    """Give the places that lie at most `gap` words behind an end, each with the last such end."""
    latest = 0
    for place in places:
        while latest + 1 < len(ends) and ends[latest + 1] < place:
            latest += 1
        if 0 < place - ends[latest] <= gap + 1:
            yield ends[latest], place


def _commonness(words: frozenset[str]) -> tuple[int, int]:
    return len(words & COMMON), len(words)


@cache
def _by_anchor(wanted: Phrases) -> dict[str, list[str]]:
    """Index phrases by the words of their rarest slot."""
    found: dict[str, list[str]] = {}
    for phrase in wanted.any_of:
        for word in min((words for _, _, words in slots(phrase)), key=_commonness):
            found.setdefault(word, []).append(phrase)
    return found


def candidates(wanted: Phrases, words: frozenset[str]) -> tuple[str, ...]:
    """Give the phrases that can be in a text with these words."""
    index = _by_anchor(wanted)
    likely = {phrase for word in index.keys() & words for phrase in index[word]}
    return tuple(
        phrase for phrase in likely if not any(slot.isdisjoint(words) for _, _, slot in slots(phrase))
    )


def first_match(wanted: Phrases, prose: Prose) -> Sentence | None:
    """Find the first sentence that has one of the phrases and no excuse."""
    if not candidates(wanted, prose.words):
        return None
    return next((sentence for sentence in prose.sentences if _objects(wanted, sentence)), None)


def _objects(wanted: Phrases, sentence: Sentence) -> bool:
    likely = candidates(wanted, sentence.rough)
    if not any(matches(phrase, sentence.words) for phrase in likely):
        return False
    return not any(matches(phrase, sentence.words) for phrase in wanted.unless)


def quoted(words: str) -> str:
    """Cut what a message quotes."""
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def phrase_check(wanted: Phrases, *more: More) -> Check:
    """Make a check from phrases."""

    def check(subject: Subject) -> Iterator[Hit]:
        further = [one for one in more if one.may_be_in(subject)]
        if not candidates(wanted, subject.words) and not further:
            return
        for prose in subject.prose:
            sentence = first_match(wanted, prose)
            shown = (
                sentence.shown if sentence else next(filter(None, (one.find(prose) for one in further)), "")
            )
            if shown:
                yield Hit(text=prose.text, args={"words": quoted(shown)})

    return check
