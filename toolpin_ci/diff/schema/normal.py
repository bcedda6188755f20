"""Brings two schemas to one form where a reference or a union says what the other says in place."""

from collections.abc import Mapping

from toolpin_ci.diff.schema.branches import ALTERNATIVES, match
from toolpin_ci.diff.schema.view import NOTES, Node, View, merge
from toolpin_ci.diff.schema.walk import Pair, Two, Walk

_BARE = ("null", "boolean")
_LISTED = ("enum", "const")


def alike(pair: Pair, walk: Walk) -> Pair:
    """Give the pair with references and unions in one form."""
    pair = _union(pair, walk)
    pair = _references(pair, walk)
    pair = _demands(pair, walk)
    return _union(pair, walk)


def _references(pair: Pair, walk: Walk) -> Pair:
    old, new = two = pair.two("$ref")
    if old is None and new is None:
        return pair
    if not pair.differs("$ref") and old is not None and new is not None:
        left, right = walk.old.target(old.value), walk.new.target(new.value)
        if left is not None and right is not None:
            walk.go(pair, left, right, "")
        elif left is not right:
            walk.note(pair, "schema.ref.unresolved", two, keyword="$ref")
        return Pair(_without(pair.old, "$ref"), _without(pair.new, "$ref"), pair.place, pair.is_clear)
    left_view, right_view = walk.old.inlined(pair.old), walk.new.inlined(pair.new)
    if left_view is None or right_view is None:
        walk.note(pair, "schema.ref.unresolved", two, keyword="$ref")
        return Pair(_without(pair.old, "$ref"), _without(pair.new, "$ref"), pair.place, pair.is_clear)
    walk.note(pair, "schema.ref", two, keyword="$ref")
    return Pair(left_view, right_view, pair.place, pair.is_clear)


def _without(view: View, keyword: str) -> View:
    return View(view.node, {name: node for name, node in view.keywords.items() if name != keyword}, view.mark)


def _demands(pair: Pair, walk: Walk) -> Pair:
    """Write `allOf` into the schema around it where only one side has it."""
    old, new = two = pair.two("allOf")
    if (old is None) is (new is None):
        return pair
    flat_old = pair.old if old is None else _flat(pair.old, walk, old, is_old=True)
    flat_new = pair.new if new is None else _flat(pair.new, walk, new, is_old=False)
    if flat_old is None or flat_new is None:
        return pair
    walk.note(pair, "schema.equivalent", two, keyword="allOf")
    return Pair(flat_old, flat_new, pair.place, pair.is_clear)


def _flat(view: View, walk: Walk, demands: Node, *, is_old: bool) -> View | None:
    document = walk.old if is_old else walk.new
    merged: Mapping[str, Node] | None = _without(view, "allOf").keywords
    for row in demands.rows():
        inner = document.inlined(document.view(row)) if isinstance(row.value, Mapping) else None
        merged = None if inner is None or merged is None else merge(merged, inner.keywords)
    return None if merged is None else View(view.node, merged, view.mark)


def _union(pair: Pair, walk: Walk) -> Pair:
    """Take a plain schema for a union of one where the other side has become, or was, a union."""
    for keyword in ALTERNATIVES:
        old, new = two = pair.two(keyword)
        if (old is None) is (new is None):
            continue
        union, plain = (pair.new, pair.old) if old is None else (pair.old, pair.new)
        if union.limits.keys() != {keyword} or not plain.limits or plain.limits.keys() & set(ALTERNATIVES):
            continue
        _compare_union(pair, walk, two, keyword)
        bare = [View(view.node, _notes(view), view.mark) for view in (pair.old, pair.new)]
        return Pair(bare[0], bare[1], pair.place, pair.is_clear)
    return pair


def _compare_union(pair: Pair, walk: Walk, two: Two, keyword: str) -> None:
    old, new = two
    if old is not None:
        left = [walk.old.view(row) for row in old.rows()]
        right = _split(pair.new, left)
    else:
        right = [walk.new.view(row) for row in new.rows()] if new else []
        left = _split(pair.old, right)
    if not match(pair, walk, (left, right), keyword):
        walk.note(pair, "schema.equivalent", two, keyword=keyword)


def _notes(view: View) -> Mapping[str, Node]:
    return {name: node for name, node in view.keywords.items() if name in NOTES}


def _split(view: View, others: list[View]) -> list[View]:
    """Write a plain schema as branches: one for each value or type that it lists, as the other side does."""
    limits = view.limits
    if "enum" in limits and all("const" in other.keywords for other in others):
        rest = {name: node for name, node in limits.items() if name != "enum"}
        return [
            view.only({**rest, "const": row}, f"value {number}")
            for number, row in enumerate(limits["enum"].rows())
        ]
    if "type" not in limits or not limits["type"].rows():
        return [view.only(limits, "whole")]
    return [
        view.only(_of_type(limits, row), f"type {number}") for number, row in enumerate(limits["type"].rows())
    ]


def _of_type(limits: Mapping[str, Node], row: Node) -> Mapping[str, Node]:
    keeps = _LISTED if row.value in _BARE else limits
    return {**{name: limits[name] for name in keeps if name in limits}, "type": row}
