"""Walks two schemas side by side and collects what changed."""

from collections.abc import Mapping
from enum import StrEnum

from toolpin_ci.canon.schema_order import in_order
from toolpin_ci.diff.schema.view import Document, Node, View
from toolpin_ci.diff.spot import Spot, Value
from toolpin_ci.model.finding import ABSENT, Change
from toolpin_ci.model.jsonvalue import Json, same
from toolpin_ci.values import dataclass

Two = tuple[Node | None, Node | None]
"""The old and the new node of one keyword; None where it is not written."""


class Effect(StrEnum):
    """What a change does to the values that fit."""

    NARROWED = "narrowed"
    WIDENED = "widened"
    OPENED = "opened"
    """Widened so far that nothing describes what may come."""
    CHANGED = "changed"
    """Some values no longer fit, others now do; or we cannot tell."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two schemas that stand for each other."""

    old: View
    new: View
    place: str
    """The path for people: `issue.labels[].name`; empty for the whole."""
    is_clear: bool = True
    """Whether narrowing here narrows the whole: not so below `not` and `if`."""

    def two(self, keyword: str) -> Two:
        """Give one keyword of both sides."""
        return self.old.keywords.get(keyword), self.new.keywords.get(keyword)

    def differs(self, keyword: str) -> bool:
        """Tell whether a keyword is not the same on both sides."""
        old, new = two = self.two(keyword)
        if keyword == "required" and old is not None and new is not None:
            return not same(in_order({keyword: old.value}), in_order({keyword: new.value}))
        return values_differ(two)


class Walk:
    """The work that is left, what was found, and where we have been."""

    def __init__(self, spot: Spot, side: str, old: Document, new: Document) -> None:
        """Start with nothing to do; `side` is `input` or `output`."""
        self.spot = spot
        self.side = side
        self.old = old
        self.new = new
        self.changes: list[Change] = []
        self.todo: list[Pair] = []
        self.definitions: list[Two] = []
        self._been: set[tuple[str, str, bool]] = set()
        self._said: set[tuple[str, str]] = set()
        self._differing = 0

    def say(self, pair: Pair, group: str, effect: Effect, two: Two, **facts: Json) -> None:
        """Tell what a keyword's change does to the values that fit."""
        if not pair.is_clear:
            effect = Effect.CHANGED
        self.note(pair, f"{self.side}.{group}.{effect}", two, **facts)

    def note(self, pair: Pair, aspect: str, two: Two, **facts: Json) -> None:
        """Tell a change that moves no limit."""
        place: Mapping[str, Json] = {"place": pair.place or self.side}
        self.add(self.spot_of(two).change(aspect, *values(two), **{**place, **facts}))

    def add(self, change: Change) -> None:
        """Keep a change, once."""
        key = (change.aspect, change.pointer)
        if key not in self._said:
            self._said.add(key)
            self.changes.append(change)

    @property
    def found(self) -> tuple[int, int]:
        """Count what was said and planned so far."""
        return len(self.changes), self._differing

    def spot_of(self, two: Two) -> Spot:
        """Point at the new place, or at the old one where nothing is left."""
        node = two[1] or two[0]
        return Spot(self.spot.area, self.spot.subject, node.at if node else self.spot.pointer)

    def go(self, pair: Pair, old: Node, new: Node, step: str, *, is_clear: bool = True) -> None:
        """Plan to compare two schemas below."""
        self.plan(Pair(self.old.view(old), self.new.view(new), pair.place + step, pair.is_clear and is_clear))

    def plan(self, pair: Pair) -> None:
        """Plan to compare a pair unless there is nothing to find or it was planned before."""
        old, new = pair.old.node.value, pair.new.node.value
        differs = not same(old, new)
        self._differing += differs
        key = (pair.old.key, pair.new.key, pair.is_clear)
        if key not in self._been and (differs or self.old.has_reference(old)):
            self._been.add(key)
            self.todo.append(pair)


def values(two: Two) -> tuple[Value, Value]:
    """Give the values of two nodes, absent where there is none."""
    old, new = two
    return (ABSENT if old is None else old.value), (ABSENT if new is None else new.value)


def values_differ(two: Two) -> bool:
    """Tell whether two nodes do not hold the same JSON."""
    old, new = two
    if old is None or new is None:
        return old is not new
    return not same(old.value, new.value)
