"""Compares two JSON Schemas in full, with cycles and depth under control."""

from collections.abc import Callable, Iterable, Mapping

from toolpin_ci.canon.pointer import split
from toolpin_ci.canon.schema_order import in_order
from toolpin_ci.diff.schema import bounds, branches, conditions, members, normal, notes, openness, value_sets
from toolpin_ci.diff.schema.view import Document, Node
from toolpin_ci.diff.schema.walk import Effect, Pair, Two, Walk, values_differ
from toolpin_ci.diff.spot import Spot
from toolpin_ci.model.finding import Change
from toolpin_ci.model.jsonvalue import Json, same

PAIRS = 20_000
"""Pairs of schemas compared for one tool; references can ask for the product of two definitions lists."""

Handler = Callable[[Pair, Walk], None]
_HANDLERS: tuple[tuple[Handler, tuple[str, ...]], ...] = (
    (value_sets.types, ("type",)),
    (value_sets.listed_values, ("enum", "const")),
    (bounds.bounds, bounds.KEYWORDS),
    (notes.forms, notes.FORMS),
    (members.members, ("properties", "required")),
    (openness.rest, tuple(openness.REST)),
    (openness.positions, ("prefixItems",)),
    (openness.patterns, ("patternProperties",)),
    (conditions.dependents, conditions.DEPENDENT),
    (conditions.conditions, conditions.CONDITION),
    (branches.alternatives, branches.ALTERNATIVES),
    (branches.demands, ("allOf",)),
    (branches.exclusion, ("not",)),
    (notes.notes, notes.NOTES),
)
"""Each reads the keywords beside it, and no other one does."""

_NAMED = 5  # definitions that a change names

_DEFINITIONS = ("$defs", "definitions")
_KNOWN = frozenset(_DEFINITIONS).union(*(keywords for _, keywords in _HANDLERS))


def compare_schemas(spot: Spot, side: str, old: Json, new: Json) -> list[Change]:
    """Give every change between two schemas; `side` is `input` or `output`."""
    if same(in_order(old), in_order(new)):
        return []
    walk = Walk(spot, side, Document(old, spot.pointer), Document(new, spot.pointer))
    top = Pair(walk.old.view(walk.old.root), walk.new.view(walk.new.root), "")
    walk.plan(top)
    for _ in range(PAIRS):
        if not walk.todo:
            break
        _compare(walk.todo.pop(), walk)
    if walk.todo:
        walk.note(top, "schema.keyword", (walk.old.root, walk.new.root), keyword="$ref")
    _definitions(top, walk)
    if (
        not walk.changes
    ):  # pragma: no cover - no pair is known; the promise is that a difference is never lost
        walk.note(top, "schema.equivalent", (walk.old.root, walk.new.root))
    return walk.changes


def _compare(pair: Pair, walk: Walk) -> None:
    two = (pair.old.node, pair.new.node)
    old, new = pair.old.node.value, pair.new.node.value
    if not all(isinstance(value, (Mapping, bool)) for value in (old, new)):
        walk.note(pair, "schema.keyword", two)
    elif old is False or new is False:
        walk.say(pair, "rest", Effect.NARROWED if new is False else Effect.WIDENED, two)
    else:
        _keywords(pair, walk)


def _keywords(pair: Pair, walk: Walk) -> None:
    _keep_definitions(pair, walk)
    values = [pair.old.node.value, pair.new.node.value]
    if True in values and {} in values:
        walk.note(pair, "schema.equivalent", (pair.old.node, pair.new.node))
    pair = normal.alike(pair, walk)
    for handle, keywords in _HANDLERS:
        before = walk.found
        handle(pair, walk)
        if walk.found == before:
            _say_equivalent(pair, walk, keywords)
    for keyword in sorted({*pair.old.keywords, *pair.new.keywords} - _KNOWN):
        if pair.differs(keyword):
            notes.unknown_keyword(pair, walk, keyword)


def _say_equivalent(pair: Pair, walk: Walk, keywords: Iterable[str]) -> None:
    """Report what is written differently and means the same."""
    for keyword in keywords:
        if pair.differs(keyword):
            walk.note(pair, "schema.equivalent", pair.two(keyword), keyword=keyword)


def _keep_definitions(pair: Pair, walk: Walk) -> None:
    """Remember definitions until it is known which of them are used."""
    for keyword in _DEFINITIONS:
        old, new = two = pair.two(keyword)
        if all(node is None or isinstance(node.value, Mapping) for node in two):
            left, right = (node.members() if node else {} for node in two)
            walk.definitions += [(left.get(name), right.get(name)) for name in {**left, **right}]
            if (old is None or new is None) and not left and not right and old is not new:
                walk.note(pair, "schema.equivalent", two, keyword=keyword)
        elif pair.differs(keyword):
            walk.note(pair, "schema.keyword", two, keyword=keyword)


def _definitions(top: Pair, walk: Walk) -> None:
    """Report definitions that no reference led to; what is used was compared where it is used."""
    used = (_with_parents(walk.old.reached), _with_parents(walk.new.reached))
    unused: dict[str, list[Two]] = {}
    for two in walk.definitions:
        is_used = all(node is None or node.at in places for node, places in zip(two, used, strict=True))
        if not is_used and values_differ(two):
            unused.setdefault(_at(two).rpartition("/")[0], []).append(two)
    for place, rows in unused.items():
        names = [split(_at(two))[-1] for two in rows]
        sides = (_together(place, [two[side] for two in rows]) for side in (0, 1))
        walk.note(
            top, "schema.definition", (next(sides), next(sides)), names=names[:_NAMED], count=len(names)
        )


def _together(place: str, nodes: list[Node | None]) -> Node | None:
    """Give some definitions as one value, so that many of them are one change."""
    found = {split(node.at)[-1]: node.value for node in nodes if node is not None}
    return Node(found, place) if found else None


def _at(two: Two) -> str:
    node = two[1] or two[0]
    return node.at if node else ""


def _with_parents(places: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for place in places:
        while place and place not in found:
            found.add(place)
            place = place.rpartition("/")[0]  # noqa: PLW2901 - climbing is what this loop does
    return found
