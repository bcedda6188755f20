"""What changed between two Facets locks: which artifacts are pinned, and to what."""

from collections.abc import Iterator, Mapping

from toolpin_ci.locks.base import Lock
from toolpin_ci.locks.differences import Difference, changed_members, leaves, member
from toolpin_ci.model.finding import Absent, Area, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject

_PINS = ("integrity", "digest", "image", "version")
_SURFACE = ("api_surface", "api_surface_algorithm", "api_surface_tools")
_LESS = {"api_surface_algorithm": Severity.CRITICAL, "api_surface_tools": Severity.RISKY}
_MANY = ("servers", "facets")


def diff(old: Lock, new: Lock) -> tuple[Difference, ...]:
    """List what a newer lock pins otherwise; tools that it stores are compared elsewhere, in full."""
    return tuple(_differences(old.document, new.document))


def _differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for name, before, after in changed_members(old, new):
        if name in _MANY:
            yield from _entries(name, _object(before), _object(after))
        elif name == "facet":
            yield from _entry((name,), _object(before), _object(after))
        else:
            yield member((name,), before, after)


def _object(value: Json | Absent) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _entries(kind: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for name, before, after in changed_members(old, new):
        place = (kind, name)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from _entry(place, before, after)
        else:
            yield member(place, before, after, area=Area.PIN)


def _entry(place: tuple[str, ...], old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    both_stored = "api_surface_tools" in old and "api_surface_tools" in new
    for name, before, after in changed_members(old, new):
        if name in _PINS:
            found = member((*place, name), before, after, area=Area.PIN)
            yield _named(found, place[-1] if place != ("facet",) else str(new.get("name", "facet")))
        elif _is_less(name, before, after):
            yield member((*place, name), before, after, severity=_LESS[name])
        elif name not in _SURFACE or (name == "api_surface" and not both_stored):
            yield from _rest((*place, name), before, after)


def _is_less(name: str, before: Json | Absent, after: Json | Absent) -> bool:
    """Tell what takes away from a comparison: another algorithm, or no tools beside a hash."""
    if isinstance(before, Absent) or name not in _LESS:
        return False
    return name == "api_surface_algorithm" or isinstance(after, Absent)


def _rest(place: tuple[str, ...], before: Json | Absent, after: Json | Absent) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from leaves(before, after, place)
    else:
        yield member(place, before, after)


def _named(found: Difference, subject: str) -> Difference:
    return Difference(
        subject=subject,
        message=found.message,
        pointer=found.pointer,
        area=found.area,
        action=found.action,
        old=found.old,
        new=found.new,
    )
