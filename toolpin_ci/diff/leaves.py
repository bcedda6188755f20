"""Compares values that have no meaning to us, leaf by leaf, so that nothing is dropped."""

from collections.abc import Iterator, Mapping

from toolpin_ci.diff.spot import ABSENT, Compare, Spot, Value
from toolpin_ci.model.finding import Absent, Change
from toolpin_ci.model.jsonvalue import Json, same


def differ(old: Value, new: Value) -> bool:
    """Tell whether two values, either of which may be absent, are not the same JSON."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return not same(old, new)


def leaf_changes(spot: Spot, aspect: str, old: Value, new: Value) -> Iterator[Change]:
    """Give one change for each smallest place where the two values differ."""
    todo = [(spot, old, new)]
    while todo:
        here, left, right = todo.pop()
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            rows = [(here.at(key), one, other) for key, one, other in members(left, right)]
            todo.extend(reversed(rows))
        elif _same_length(left, right):
            pairs = enumerate(zip(left, right, strict=True))  # type: ignore[arg-type]
            todo.extend(reversed([(here.at(number), one, other) for number, (one, other) in pairs]))
        elif differ(left, right):
            yield here.change(aspect, left, right)


def _same_length(left: Value, right: Value) -> bool:
    return isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)) and len(left) == len(right)


def members(old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[tuple[str, Value, Value]]:
    """Walk the members of two objects in the order of their names."""
    for key in sorted({*old, *new}):
        yield key, old.get(key, ABSENT), new.get(key, ABSENT)


def by_member(
    spot: Spot, old: Mapping[str, Json], new: Mapping[str, Json], known: Mapping[str, Compare]
) -> Iterator[Change]:
    """Compare two objects member by member: those that we know by their own rule, others leaf by leaf."""
    for key, left, right in members(old, new):
        if differ(left, right):
            compare = known.get(key, unknown)
            yield from compare(spot.at(key), left, right)


def unknown(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Show every leaf of a member that the protocol does not name."""
    return leaf_changes(spot, "unknown", old, new)


def whole(aspect: str) -> Compare:
    """Compare a member as one value."""

    def compare(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
        yield spot.change(aspect, old, new)

    return compare


def leaves(aspect: str) -> Compare:
    """Compare a member leaf by leaf under one aspect."""

    def compare(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
        return leaf_changes(spot, aspect, old, new)

    return compare
