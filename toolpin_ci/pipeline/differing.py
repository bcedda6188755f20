"""Compares two files of any kind that hold surfaces."""

from collections.abc import Mapping
from dataclasses import replace

from toolpin_ci.canon.surface_document import SurfaceError, from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.surface import HEADER_NAMES, LIST_NAMES
from toolpin_ci.pipeline.comparing import Pair, declared_changes

File = tuple[str, bytes]


def differences(old: File, new: File) -> tuple[Finding, ...]:
    """Say what changed from one file to the other; both hold surfaces, by server name where they have one."""
    before, after = _surfaces(*old), _surfaces(*new)
    if set(before) != set(after) and len(before) == len(after) == 1:
        before = {name: next(iter(before.values())) for name in after}
    found: list[Finding] = []
    for name in sorted({*before, *after}):
        pair = Pair(name=name, based=before.get(name), locked=after.get(name), compared=True)
        found.extend(replace(finding, declared=False) for finding in declared_changes(pair))
    return tuple(found)


def _surfaces(name: str, raw: bytes) -> Mapping[str, Entry]:
    try:
        document = parse(raw, finite=True)
    except JsonError as error:
        place = f"{name}:{error.line}" if error.line else name
        raise UsageError(f"{place}: no valid JSON: {error}", advice=error.advice) from error
    if not isinstance(document, Mapping):
        raise UsageError(f"{name}: no JSON object")
    if "lockfileVersion" in document:
        lock = toolpin_v2.read(raw, name)
        return {entry.key: entry for entry in lock.entries}
    servers = document.get("servers")
    if isinstance(servers, Mapping):
        return {key: _entry(f"{name}, {key}", value) for key, value in servers.items()}
    return {"": _entry(name, document)}


def _entry(where: str, document: Json) -> Entry:
    if not isinstance(document, Mapping) or not _is_surface(document):
        advice = (
            "give two lockfiles, two outputs of `toolpin-ci probe`, or two objects with `tools` and the like"
        )
        raise UsageError(f"{where}: holds no surface", advice=advice)
    if document.get("unavailable"):
        raise UsageError(f"{where}: was only read in part, so it cannot be compared")
    try:
        surface, _ = from_json(document)
    except SurfaceError as error:
        raise UsageError(f"{where}: {error}") from error
    return Entry(key="", name="", client="", document={"selectedTarget": {}}, surface=surface)


def _is_surface(document: JsonObject) -> bool:
    return any(name in document for name in (*LIST_NAMES, *HEADER_NAMES[1:]))
