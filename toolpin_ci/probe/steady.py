"""Asks a second time where that is cheap, and names what a server says differently."""

import time
from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.surface_document import SurfaceError, keyed
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.limits import SECOND_LOOK_BYTES, SECOND_LOOK_SECONDS
from toolpin_ci.model.surface import Item, Items, Note
from toolpin_ci.ports import Channel
from toolpin_ci.probe.pages import read_list

UNSTEADY = "nondeterministic"
_NAMED = 10
_SHOWN = 60


class Effort:
    """What the first reading took, to judge whether a second one is cheap."""

    def __init__(self, channel: Channel) -> None:
        """Start counting."""
        self._channel = channel
        self._started = time.monotonic()
        self._received = channel.received

    @property
    def was_small(self) -> bool:
        """Tell whether asking again costs nobody anything."""
        took = time.monotonic() - self._started
        return took < SECOND_LOOK_SECONDS and self._channel.received - self._received < SECOND_LOOK_BYTES


def second_look(channel: Channel, lists: Mapping[str, Items], meta: JsonObject | None) -> Iterator[Note]:
    """Read every list again and note what differs; a server that stops answering now is noted too."""
    for name, first in lists.items():
        try:
            again = keyed(name, read_list(channel, name, meta))
        except (ProbeError, SurfaceError) as error:
            yield Note(UNSTEADY, f"{name} could be listed once and not again: {error.message}")
            return
        yield from _differences(name, first, again)


def _differences(name: str, first: Items, again: Items) -> Iterator[Note]:
    once = [
        Note(UNSTEADY, f"{name}: between two calls {_shown(key)} was there only once", key)
        for key in first.keys() ^ again.keys()
    ]
    changed = [
        _changed(name, key, _definitions(first[key]), _definitions(again[key]))
        for key in first.keys() & again.keys()
        if _digests(first[key]) != _digests(again[key])
    ]
    told = sorted(once + changed, key=lambda note: note.message)
    yield from told[:_NAMED]
    if len(told) > _NAMED:
        yield Note(UNSTEADY, f"{name}: {len(told) - _NAMED} more differences between two calls")


def _changed(name: str, key: str, first: Sequence[Json], again: Sequence[Json]) -> Note:
    pointer, seen = _place(first, again)
    words = f"{name}: between two calls {_shown(key)} differs at {_shown(pointer)}"
    return Note(UNSTEADY, words, key, pointer, seen)


def _digests(items: tuple[Item, ...]) -> list[str]:
    return [item.digest for item in items]


def _definitions(items: tuple[Item, ...]) -> list[Json]:
    return [item.definition for item in items]


def _place(before: Json, after: Json) -> tuple[str, tuple[Json, Json]]:
    """Point at the first difference, in the order of the first reading, and give what stood there."""
    steps: list[str | int] = []
    while True:
        below = _below(before, after)
        if below is None:
            return join(*steps[1:]), (before, after)
        step, before, after = below
        steps.append(step)


def _below(before: Json, after: Json) -> tuple[str | int, Json, Json] | None:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        if before.keys() != after.keys():
            return None
        return next(
            ((key, before[key], after[key]) for key in before if not same(before[key], after[key])), None
        )
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return next(((number, *pair) for number, pair in pairs if not same(*pair)), None)
    return None


def _shown(words: str) -> str:
    return ascii(words[:_SHOWN])
