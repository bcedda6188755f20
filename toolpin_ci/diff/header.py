"""Compares what two versions of a server say of themselves."""

from collections.abc import Iterator, Mapping

from toolpin_ci.diff.leaves import by_member, leaf_changes, leaves, unknown, whole
from toolpin_ci.diff.spot import ABSENT, Compare, Spot, Value
from toolpin_ci.diff.text import text
from toolpin_ci.model.finding import Absent, Area, Change
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.surface import LIST_NAMES, Surface

SERVER = "server"

_INFO: Mapping[str, Compare] = {
    "name": text("server-name"),
    "title": text("title"),
    "version": text("server-version"),
    "description": text("description"),
    "websiteUrl": whole("website"),
    "icons": whole("icons"),
}


def compare_headers(old: Surface, new: Surface) -> Iterator[Change]:
    """Give the changes of everything that is not a list."""
    yield from by_member(Spot(Area.SERVER, SERVER), old.header, new.header, _HEADER)


def _info(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    if not all(isinstance(value, (Mapping, Absent)) for value in (old, new)):
        yield from unknown(spot, old, new)
        return
    left, right = (value if isinstance(value, Mapping) else {} for value in (old, new))
    yield from list(by_member(spot, left, right, _INFO)) or [spot.change("equivalent", old, new)]


def _protocol(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Versions are dates, so that their text is in order."""
    if isinstance(old, str) and isinstance(new, str):
        yield spot.change("protocol.raised" if old < new else "protocol.lowered", old, new)
    else:
        yield spot.change("protocol", old, new)


def _capabilities(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    if not all(isinstance(value, (Mapping, Absent)) for value in (old, new)):
        yield from unknown(spot, old, new)
        return
    left, right = (value if isinstance(value, Mapping) else {} for value in (old, new))
    known = dict.fromkeys({*left, *right}, _capability) | {"experimental": leaves("capability.experimental")}
    yield from list(by_member(spot, left, right, known)) or [spot.change("equivalent", old, new)]


def _capability(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Compare one capability; a flag that is not written is off."""
    name = spot.pointer.removeprefix("/capabilities/")
    if isinstance(old, Absent) or isinstance(new, Absent):
        yield spot.change("capability", old, new, name=name)
        return
    for change in leaf_changes(spot, "capability.detail", old, new):
        yield _flag(change, change.pointer.removeprefix("/capabilities/"))


def _flag(change: Change, name: str) -> Change:
    spot = Spot(change.area, change.subject, change.pointer)
    before, after = (_is_on(value) for value in (change.old, change.new))
    if before is None or after is None:
        return spot.change("capability.detail", change.old, change.new, name=name)
    if before is after:
        return spot.change("equivalent", change.old, change.new)
    return spot.change("capability.on" if after else "capability.off", change.old, change.new, name=name)


def _is_on(value: Json | Absent) -> bool | None:
    if isinstance(value, (Absent, bool)):
        return value is True
    return True if isinstance(value, Mapping) else None


_HEADER: Mapping[str, Compare] = {
    "protocolVersion": _protocol,
    "serverInfo": _info,
    "capabilities": _capabilities,
    "instructions": text("instructions"),
}

_CAPABILITY_OF = {
    "tools": "tools",
    "prompts": "prompts",
    "resources": "resources",
    "resourceTemplates": "resources",
}


def compare_lists(old: Surface, new: Surface) -> Iterator[Change]:
    """Say that a whole list came or went, unless the change of its capability says so."""
    for name in LIST_NAMES:
        if (name in old.lists) is not (name in new.lists) and _has(old, name) is _has(new, name):
            sides = (sorted(side.lists[name]) if name in side.lists else ABSENT for side in (old, new))
            yield Spot(Area.SERVER, SERVER, f"/{name}").change("list", *sides, name=name)


def _has(surface: Surface, name: str) -> bool:
    capabilities = surface.header.get("capabilities")
    return isinstance(capabilities, Mapping) and _CAPABILITY_OF[name] in capabilities
