"""Compares which types and which listed values fit."""

from collections.abc import Sequence

from toolpin_ci.canon.text import canonical
from toolpin_ci.diff.schema.magnitude import is_number
from toolpin_ci.diff.schema.view import View
from toolpin_ci.diff.schema.walk import Effect, Pair, Walk
from toolpin_ci.model.jsonvalue import Json, Number

TYPES = ("null", "boolean", "object", "array", "number", "integer", "string")
_ALL = frozenset(TYPES)


def types(pair: Pair, walk: Walk) -> None:
    """Say which types are gone or new; a whole number is also a number."""
    if not pair.differs("type"):
        return
    old, new = (_types(view) for view in (pair.old, pair.new))
    two = pair.two("type")
    if old is None or new is None:
        walk.say(pair, "type", Effect.CHANGED, two, keyword="type")
        return
    if two[1] is None and old != _ALL:
        effect = Effect.OPENED if _values(pair.new) is None else None
    else:
        effect = _set_effect(old, new, pair)
    if effect is None:
        walk.note(pair, "schema.equivalent", two, keyword="type")
    else:
        walk.say(pair, "type", effect, two, keyword="type", lost=_names(old - new), gained=_names(new - old))


def _set_effect(old: frozenset[str], new: frozenset[str], pair: Pair) -> Effect | None:
    listed = _values(pair.old)
    if listed is not None and pair.old.keywords.get("type") is None:
        # A list of values says its types by itself.
        return None if {kind(value) for value in listed} <= new else Effect.NARROWED
    if old == new:
        return None
    if new < old:
        return Effect.NARROWED
    return Effect.WIDENED if old < new else Effect.CHANGED


def _types(view: View) -> frozenset[str] | None:
    node = view.keywords.get("type")
    if node is None:
        return _ALL
    named = node.value if isinstance(node.value, (list, tuple)) else [node.value]
    found = frozenset(name for name in named if isinstance(name, str))
    if len(found) != len(named) or not found <= _ALL:
        return None
    return found | {"integer"} if "number" in found else found


def _names(found: frozenset[str]) -> list[Json]:
    return [name for name in TYPES if name in found]


def kind(value: Json) -> str:
    """Name the type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if is_number(value):
        whole = isinstance(value, int) or (isinstance(value, Number) and "e-" not in value.canonical)
        return "integer" if whole else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, (list, tuple)) else "object"


def listed_values(pair: Pair, walk: Walk) -> None:
    """Say which values of `enum` and `const` are gone or new."""
    if not pair.differs("enum") and not pair.differs("const"):
        return
    old, new = _values(pair.old), _values(pair.new)
    keyword = "enum" if pair.differs("enum") else "const"
    two = pair.two(keyword)
    if keyword == "enum" and any(
        node is not None and not isinstance(node.value, (list, tuple)) for node in two
    ):
        walk.note(pair, "schema.keyword", two, keyword=keyword)
        return
    lost, gained = _minus(old or (), new or ()), _minus(new or (), old or ())
    if old is None or new is None:
        effect: Effect | None = Effect.NARROWED if old is None else Effect.OPENED
    else:
        effect = _moved(lost=bool(lost), gained=bool(gained))
    if effect is None:
        walk.note(pair, "schema.equivalent", two, keyword=keyword)
    else:
        walk.say(pair, "enum", effect, two, keyword=keyword, lost=lost, gained=gained)


def _moved(*, lost: bool, gained: bool) -> Effect | None:
    if lost and gained:
        return Effect.CHANGED
    return Effect.NARROWED if lost else Effect.WIDENED if gained else None


def _values(view: View) -> Sequence[Json] | None:
    """Give the values that are listed; None where any value may come."""
    enum = view.keywords.get("enum")
    const = view.keywords.get("const")
    rows = enum.value if enum is not None and isinstance(enum.value, (list, tuple)) else None
    if const is None:
        return rows
    return [const.value] if rows is None or _minus([const.value], rows) == [] else []


def _minus(left: Sequence[Json], right: Sequence[Json]) -> list[Json]:
    known = {canonical(value) for value in right}
    return [value for value in left if canonical(value) not in known]
