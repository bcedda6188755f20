"""Compares numbers that limit numbers, lengths and counts."""

from toolpin_ci.diff.schema.magnitude import is_multiple, is_number, order
from toolpin_ci.diff.schema.view import View
from toolpin_ci.diff.schema.walk import Effect, Pair, Walk, values
from toolpin_ci.model.finding import Absent
from toolpin_ci.model.jsonvalue import Json

_COUNTS = {
    "minLength": 0,
    "minItems": 0,
    "minProperties": 0,
    "minContains": 1,
    "maxLength": None,
    "maxItems": None,
    "maxProperties": None,
    "maxContains": None,
}
"""What holds where the keyword is not written; None for no limit."""

BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
_TWINS = dict(zip(BOUNDS, (BOUNDS[1], BOUNDS[0], BOUNDS[3], BOUNDS[2]), strict=True))
KEYWORDS = (*BOUNDS, "multipleOf", *_COUNTS, "uniqueItems")


def bounds(pair: Pair, walk: Walk) -> None:
    """Say for every limit whether it is tighter, looser, or as it was under another spelling."""
    for keyword in KEYWORDS:
        if pair.differs(keyword) and not _moved_over(pair, keyword):
            effect = _effect(pair, keyword)
            two = pair.two(keyword)
            if effect is not None:
                walk.say(pair, "limit", effect, two, keyword=keyword)
            else:
                walk.note(pair, "schema.equivalent", two, keyword=keyword)


def _moved_over(pair: Pair, keyword: str) -> bool:
    """Tell whether a bound is gone because its exclusive twin stands in its place, or the other way round."""
    twin = _TWINS.get(keyword)
    return (
        twin is not None and pair.two(keyword)[1] is None and pair.two(twin)[0] is None and pair.differs(twin)
    )


def _effect(pair: Pair, keyword: str) -> Effect | None:
    if keyword in BOUNDS:
        return _bound(pair, is_lower=keyword.lower().endswith("minimum"))
    old, new = values(pair.two(keyword))
    if keyword == "multipleOf":
        return _multiple(old, new)
    if keyword == "uniqueItems":
        return _unique(old, new)
    default = _COUNTS[keyword]
    left = default if isinstance(old, Absent) else old
    right = default if isinstance(new, Absent) else new
    return _moved(left, right, is_lower=keyword.startswith("min"))


def _moved(old: Json, new: Json, *, is_lower: bool) -> Effect | None:
    """Compare two limits of which None is no limit."""
    if not all(value is None or is_number(value) for value in (old, new)):
        return Effect.CHANGED
    if old is None or new is None:
        return None if old is new else Effect.NARROWED if old is None else Effect.WIDENED
    rises = order(new, old)
    if rises == 0:
        return None
    return Effect.NARROWED if (rises > 0) is is_lower else Effect.WIDENED


def _bound(pair: Pair, *, is_lower: bool) -> Effect | None:
    old, new = (_tightest(view, is_lower=is_lower) for view in (pair.old, pair.new))
    if isinstance(old, Absent) or isinstance(new, Absent):
        return Effect.CHANGED
    effect = _moved(old[0], new[0], is_lower=is_lower)
    if effect is None and old[1] != new[1]:
        return Effect.NARROWED if new[1] else Effect.WIDENED
    return effect


def _tightest(view: View, *, is_lower: bool) -> tuple[Json, bool] | Absent:
    """Give the limit that holds and whether the limit itself is shut out; absent where it makes no sense."""
    names = BOUNDS[:2] if is_lower else BOUNDS[2:]
    plain, exclusive = (view.keywords[name].value if name in view.keywords else None for name in names)
    if isinstance(exclusive, bool):
        return plain, exclusive and plain is not None
    if not all(value is None or is_number(value) for value in (plain, exclusive)):
        return Absent()
    if plain is None or exclusive is None:
        return (plain, False) if exclusive is None else (exclusive, True)
    side = order(exclusive, plain)
    return (exclusive, True) if side == 0 or (side > 0) is is_lower else (plain, False)


def _multiple(old: Json | Absent, new: Json | Absent) -> Effect | None:
    if isinstance(old, Absent):
        return Effect.NARROWED
    if isinstance(new, Absent):
        return Effect.WIDENED
    if not is_number(old) or not is_number(new):
        return Effect.CHANGED
    if is_multiple(new, old):
        return Effect.NARROWED
    return Effect.WIDENED if is_multiple(old, new) else Effect.CHANGED


def _unique(old: Json | Absent, new: Json | Absent) -> Effect | None:
    if old is True or new is True:
        return Effect.NARROWED if new is True else Effect.WIDENED
    falsy = all(isinstance(value, Absent) or value is False for value in (old, new))
    return None if falsy else Effect.CHANGED
