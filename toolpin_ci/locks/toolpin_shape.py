"""Says where a member of an entry has a type that ToolPin never writes, also where ToolPin lets it pass."""

import re
from collections.abc import Callable, Iterator, Mapping

from toolpin_ci.canon.ecmascript import double
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.toolpin_entry import COVERAGE, TOOL_HASHES, is_capability_manifest
from toolpin_ci.canon.toolpin_typing import is_finite
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.values import dataclass

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_KINDS = ("package", "remote", "local")
_SHADOW = "__proto__"
"""As a key, JavaScript may take it for the parent of an object instead of a member."""
_SURFACE = "surface"


@dataclass(frozen=True, slots=True)
class Misfit:
    """A place, what stands there, and what belongs there."""

    pointer: str
    stored: Json
    wanted: str


Fits = tuple[Callable[[Json], bool], str]
"""Tells whether a value fits, and says in words what does."""


def _texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _secrets(value: Json) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, Mapping)
        and isinstance(row.get("name"), str)
        and isinstance(row.get("source"), str)
        and isinstance(row.get("required"), bool)
        for row in value
    )


def _findings(value: Json) -> bool:
    names = ("severity", "code", "subject", "message")
    return isinstance(value, list) and all(
        isinstance(row, Mapping) and all(isinstance(row.get(name), str) for name in names) for row in value
    )


def _count(value: Json) -> bool:
    return (
        isinstance(value, (int, Number)) and is_finite(value) and double(value) >= 0 and not double(value) % 1
    )


def _whole_coverage(value: Json) -> bool:
    return isinstance(value, list) and len(value) == len(COVERAGE) and all(part in value for part in COVERAGE)


_TEXT: Fits = (lambda value: isinstance(value, str), "text")
_OBJECT: Fits = (lambda value: isinstance(value, Mapping), "an object")
_TEXTS: Fits = (_texts, "a list of texts")
_ENTRY: Mapping[str, Fits] = {
    **dict.fromkeys(("client", "resolvedAt", "lockedAt"), _TEXT),
    **dict.fromkeys(("resolved", "original", "locked"), _OBJECT),
    "notes": _TEXTS,
    "config": (lambda value: value is None or isinstance(value, Mapping), "an object"),
}
_TARGET: Mapping[str, Fits] = {
    "kind": (lambda value: value in _KINDS, f"one of {', '.join(_KINDS)}"),
    **dict.fromkeys(("registryType", "identifier", "version", "fileSha256", "transport", "type"), _TEXT),
    **dict.fromkeys(("url", "command", "cwd", "registryBaseUrl"), _TEXT),
    "args": _TEXTS,
}
_MANIFEST: Mapping[str, Fits] = {
    **dict.fromkeys(("packageTypes", "transports", "remoteHosts"), _TEXTS),
    "secrets": (_secrets, "a list of name, source and required"),
}
_TOOL_HASH: Mapping[str, Fits] = {
    "value": (lambda value: isinstance(value, str) and bool(_HASH.fullmatch(value)), "64 hexadecimal digits"),
    "toolCount": (_count, "a whole number"),
    "coverage": (_whole_coverage, "all of " + ", ".join(COVERAGE)),
}
_SCAN: Mapping[str, Fits] = {
    "scannedDescriptions": (_count, "a whole number"),
    "findings": (_findings, "a list of severity, code, subject and message"),
}


def misfits(key: str, entry: JsonObject) -> Iterator[Misfit]:
    """Give every member of an entry that does not fit; what ToolPin itself refuses was refused before."""
    place = join("servers", key)
    yield from _members(entry, _ENTRY, place)
    for name, members in (
        ("resolved", ("source", "name", "version")),
        ("original", ("name", "version", "client")),
    ):
        if isinstance(entry.get(name), Mapping):
            wanted = dict.fromkeys(members, _TEXT)
            yield from _members({**dict.fromkeys(members), **_object(entry[name])}, wanted, f"{place}/{name}")
    yield from _parts(entry, place)
    locked = _object(entry.get("locked"))
    manifest = locked.get("capabilityManifest")
    if manifest is not None and not is_capability_manifest(manifest):
        yield Misfit(f"{place}/locked/capabilityManifest", _brief(manifest), "a capability manifest")
    else:
        yield from _parts(locked, f"{place}/locked")
    yield from _shadows(entry, place)


def _parts(holder: JsonObject, place: str) -> Iterator[Misfit]:
    """Look at what stands in an entry and again in its snapshot."""
    yield from _members(_object(holder.get("selectedTarget")), _TARGET, f"{place}/selectedTarget")
    manifest, inside = _object(holder.get("capabilityManifest")), f"{place}/capabilityManifest"
    yield from _members(manifest, _MANIFEST, inside)
    for name in TOOL_HASHES:
        yield from _members(_object(manifest.get(name)), _TOOL_HASH, f"{inside}/{name}")
    yield from _members(_object(manifest.get("toolDescriptionScan")), _SCAN, f"{inside}/toolDescriptionScan")


def _members(value: JsonObject, wanted: Mapping[str, Fits], place: str) -> Iterator[Misfit]:
    for name, (fits, words) in wanted.items():
        if name in value and not fits(value[name]):
            yield Misfit(place + join(name), _brief(value[name]), words)


def _shadows(value: Json, place: str) -> Iterator[Misfit]:
    """Find keys that one reader sees and another does not; a server's own definitions may hold any key."""
    if isinstance(value, Mapping):
        for name, member in value.items():
            if name == _SHADOW:
                yield Misfit(place + join(name), _brief(member), "no such member")
            elif name != _SURFACE or not place.endswith("/capabilityManifest"):
                yield from _shadows(member, place + join(name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _shadows(item, place + join(index))


def _brief(value: Json) -> Json:
    return value if isinstance(value, (str, int, bool)) or value is None else type(value).__name__


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
