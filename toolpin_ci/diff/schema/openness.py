"""Compares schemas for what is not named: other members, other rows, names of members."""

from collections.abc import Mapping

from toolpin_ci.diff.schema.view import Node
from toolpin_ci.diff.schema.walk import Effect, Pair, Two, Walk

REST = {
    "additionalProperties": ".*",
    "unevaluatedProperties": ".*",
    "items": "[]",
    "additionalItems": "[]",
    "unevaluatedItems": "[]",
    "contains": "[?]",
    "propertyNames": ".<name>",
    "contentSchema": "<content>",
}
"""Keywords that hold one schema, with the step in the path for people."""

_OPENS = frozenset(REST) - {"contains", "propertyNames", "contentSchema"}


def rest(pair: Pair, walk: Walk) -> None:
    """Say where what is not named was shut out, let in, or is now described."""
    for keyword in REST:
        if pair.two(keyword) != (None, None):
            _one(pair, walk, keyword)


def _one(pair: Pair, walk: Walk, keyword: str) -> None:
    two = pair.two(keyword)
    if any(node is not None and isinstance(node.value, (list, tuple)) for node in two):
        positions(pair, walk, keyword)
        return
    old, new = (True if node is None else node.value for node in two)
    if isinstance(old, bool) or isinstance(new, bool):
        if pair.differs(keyword):
            _say_switch(pair, walk, keyword, two)
    elif two[0] is not None and two[1] is not None:
        walk.go(pair, two[0], two[1], REST[keyword])


def _say_switch(pair: Pair, walk: Walk, keyword: str, two: Two) -> None:
    old, new = (True if node is None else node.value for node in two)
    if _is_open(old) and _is_open(new):
        walk.note(pair, "schema.equivalent", two, keyword=keyword)
        return
    narrows = old is True or _is_open(old) or new is False
    opened = Effect.OPENED if keyword in _OPENS else Effect.WIDENED
    group = "rest" if keyword in _OPENS else "names" if keyword == "propertyNames" else "limit"
    walk.say(pair, group, Effect.NARROWED if narrows else opened, two, keyword=keyword)


def _is_open(value: object) -> bool:
    return value is True or value == {}


def positions(pair: Pair, walk: Walk, keyword: str = "prefixItems") -> None:
    """Compare schemas for rows by their position."""
    two = pair.two(keyword)
    old, new = two
    if old is None and new is None:
        return
    if any(node is not None and not isinstance(node.value, (list, tuple)) for node in two):
        if pair.differs(keyword):
            walk.say(pair, "rest", Effect.CHANGED, two, keyword=keyword)
        return
    left, right = (node.rows() if node else () for node in two)
    for number, (one, other) in enumerate(zip(left, right, strict=False)):
        walk.go(pair, one, other, f"[{number}]")
    for node in left[len(right) :]:
        walk.say(pair, "position", _rest_effect(pair, was_there=True), (node, None), keyword=keyword)
    for node in right[len(left) :]:
        walk.say(pair, "position", _rest_effect(pair, was_there=False), (None, node), keyword=keyword)
    if (old is None or new is None) and not left and not right:
        walk.note(pair, "schema.equivalent", two, keyword=keyword)


def _rest_effect(pair: Pair, *, was_there: bool) -> Effect:
    """A position of its own narrows, unless rows past the described ones are shut out."""
    is_shut = any(
        _value(view.get(name)) is False
        for view in (pair.old.keywords, pair.new.keywords)
        for name in ("items", "additionalItems")
    )
    return Effect.NARROWED if is_shut is was_there else Effect.WIDENED


def _value(node: Node | None) -> object:
    return True if node is None else node.value


def patterns(pair: Pair, walk: Walk) -> None:
    """Compare members that are described by a pattern of their name."""
    two = pair.two("patternProperties")
    if any(node is not None and not isinstance(node.value, Mapping) for node in two):
        if pair.differs("patternProperties"):
            walk.note(pair, "schema.keyword", two, keyword="patternProperties")
        return
    old, new = (node.members() if node else {} for node in two)
    for pattern in {**old, **new}:
        one, other = old.get(pattern), new.get(pattern)
        if one is not None and other is not None:
            walk.go(pair, one, other, f".<{pattern}>")
        else:
            was_shut = any(
                _value(view.keywords.get("additionalProperties")) is False for view in (pair.old, pair.new)
            )
            narrows = (one is None) is not was_shut
            walk.say(
                pair,
                "names",
                Effect.NARROWED if narrows else Effect.WIDENED,
                (one, other),
                keyword="patternProperties",
            )
