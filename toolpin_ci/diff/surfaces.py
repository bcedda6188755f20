"""Compares two surfaces."""

from collections.abc import Iterator

from toolpin_ci.diff.header import compare_headers, compare_lists
from toolpin_ci.diff.items import KINDS, compare_items
from toolpin_ci.diff.text import troubles
from toolpin_ci.model.finding import Change
from toolpin_ci.model.surface import Surface


def compare(old: Surface, new: Surface) -> tuple[Change, ...]:
    """Give everything that changed, in the order of areas, subjects and places."""
    if old.digest == new.digest:
        return ()
    changes = list(_changes(old, new))
    changes += troubles(changes)
    return tuple(sorted(changes, key=_place))


def _changes(old: Surface, new: Surface) -> Iterator[Change]:
    yield from compare_headers(old, new)
    yield from compare_lists(old, new)
    for name, kind in KINDS.items():
        yield from compare_items(kind, old.lists.get(name, {}), new.lists.get(name, {}))


def _place(change: Change) -> tuple[str, str, str, str]:
    return change.area, change.subject, change.pointer, change.aspect
