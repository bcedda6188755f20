"""Reads ToolPin's lockfile v2 and says where its parts contradict each other."""

import re
from collections.abc import Iterator, Mapping
from unicodedata import normalize

from toolpin_ci.canon.locate import line_of, second_key
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.surface_document import SurfaceError, from_json
from toolpin_ci.canon.text import decode, parse
from toolpin_ci.canon.toolpin import covered_manifest, entry_integrity
from toolpin_ci.errors import JsonError, LockfileError, ToolpinError
from toolpin_ci.locks.lines import LockLines
from toolpin_ci.locks.toolpin_pins import tool_pins
from toolpin_ci.locks.toolpin_shape import misfits
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.limits import LOCKFILE_BYTES
from toolpin_ci.model.lock import Entry, Lock, Problem
from toolpin_ci.model.surface import Surface
from toolpin_ci.values import dataclass

VERSION = 2
_CONFLICT = re.compile(r"^(<{7}|={7}|>{7})( |$)", re.MULTILINE)
_REGENERATE = "write it again with `toolpin-ci lock`, or take the last good one from git"


def read(raw: bytes, file: str) -> Lock:
    """Read a lockfile; raise `LockfileError` with file, line and field where it cannot be used."""
    if len(raw) > LOCKFILE_BYTES:
        raise _unusable(file, 0, f"is larger than {LOCKFILE_BYTES:,} bytes")
    text = _text(raw, file)
    if not text.strip():
        raise _unusable(file, 1, "is empty")
    document = _document(text, file)
    _check_version(document, file)
    servers = document.get("servers")
    if not isinstance(servers, Mapping):
        raise _unusable(file, 1, "has no object `servers`")
    for member in ("generatedAt", "updatedAt"):
        if not isinstance(document.get(member, ""), str):
            raise _unusable(file, LockLines(text).line(join(member)), f"has a `{member}` that is no text")
    problems: list[Problem] = []
    where = _Where(file, text)
    entries = tuple(_entry(key, value, problems, where) for key, value in servers.items())
    problems.extend(_twins(servers))
    return Lock(file=file, text=text, document=document, entries=entries, problems=tuple(problems))


def _unusable(file: str, line: int, what: str, advice: str = _REGENERATE) -> LockfileError:
    place = f"{file}:{line}" if line else file
    return LockfileError(f"{place}: the lockfile {what}", advice=advice)


def _text(raw: bytes, file: str) -> str:
    try:
        return decode(raw)
    except JsonError as error:
        raise _unusable(file, error.line, f"is no text: {error} (column {error.column})") from error


def _document(text: str, file: str) -> JsonObject:
    try:
        document = parse(text, finite=True)
    except JsonError as error:
        # Markers are never valid JSON, so that only a text that is none is searched for them.
        conflict = _CONFLICT.search(text)
        if conflict:
            line = text.count("\n", 0, conflict.start()) + 1
            advice = "resolve it, then run `toolpin-ci lock`"
            raise _unusable(file, line, "has a merge conflict", advice) from error
        line = error.line or _line_of(text, error)
        raise _unusable(file, line, f"is no valid JSON: {error}") from error
    if not isinstance(document, Mapping):
        raise _unusable(file, 1, "is no JSON object")
    return document


def _line_of(text: str, error: JsonError) -> int:
    found = re.match(r'the key ("(?:[^"\\]|\\.)*") stands twice', str(error))
    key = parse(found[1]) if found else None
    if isinstance(key, str):
        return second_key(text, key)
    return line_of(text, text.index(error.token)) if error.token in text and error.token else 0


def _check_version(document: JsonObject, file: str) -> None:
    version = document.get("lockfileVersion")
    if isinstance(version, (bool, str)) or version != VERSION:
        what = "has no `lockfileVersion`" if version is None else f"has lockfileVersion {version!r}"
        advice = f"this command reads version {VERSION}; write it again with `toolpin-ci lock`"
        raise _unusable(file, 1, what, advice)


@dataclass(frozen=True, slots=True)
class _Where:
    """A file and its text, to name places in it."""

    file: str
    text: str

    def unusable(self, pointer: str, words: str) -> LockfileError:
        """Say what is wrong, with the line."""
        line = LockLines(self.text).line(pointer)
        return LockfileError(f"{self.file}:{line}: {words}", advice=_REGENERATE)


def _entry(key: str, value: Json, problems: list[Problem], where: _Where) -> Entry:
    try:
        integrity = entry_integrity(value, key)
    except ToolpinError as error:
        raise where.unusable(join("servers", key), str(error)) from error
    if not isinstance(value, Mapping):
        raise _unusable(where.file, 0, f"has an entry {key!r} that is no object")
    entry = Entry(
        key=key,
        name=str(value["name"]),
        client=str(value["client"]),
        document=value,
        surface=_surface(key, value, problems, where),
    )
    problems.extend(_contradictions(entry, integrity))
    return entry


def _surface(key: str, value: JsonObject, problems: list[Problem], where: _Where) -> Surface | None:
    manifest = value.get("capabilityManifest")
    if not isinstance(manifest, Mapping) or "surface" not in manifest:
        return None
    base = join("servers", key, "capabilityManifest", "surface")
    try:
        surface, mismatches = from_json(manifest["surface"])
    except SurfaceError as error:
        raise where.unusable(base + error.pointer, f"{base}{error}") from error
    for mismatch in mismatches:
        args = {"stored": mismatch.stored, "found": mismatch.found}
        problems.append(
            Problem(rule="lock-digest-mismatch", pointer=base + mismatch.pointer, subject=key, args=args)
        )
    return surface


def _contradictions(entry: Entry, integrity: str) -> Iterator[Problem]:
    place = join("servers", entry.key)
    stored = entry.document.get("integrity")
    if stored != integrity:
        yield _problem(entry, place + "/integrity", stored, integrity)
    if entry.key != f"{entry.name}:{entry.client}":
        yield _problem(entry, place, entry.key, f"{entry.name}:{entry.client}")
    yield from _snapshot(entry, place)
    yield from _pins(entry, place)
    for misfit in misfits(entry.key, entry.document):
        args = {"stored": misfit.stored, "found": misfit.wanted}
        yield Problem(rule="lock-member-malformed", pointer=misfit.pointer, subject=entry.key, args=args)


def _twins(servers: JsonObject) -> Iterator[Problem]:
    """Find keys that are one key after Unicode normalisation, which ToolPin refuses to digest."""
    seen: dict[str, str] = {}
    for key in servers:
        if not key.isascii() and seen.setdefault(normalize("NFC", key), key) != key:
            args: dict[str, Json] = {"stored": key, "found": "one spelling of a key"}
            yield Problem(rule="lock-member-malformed", pointer=join("servers", key), subject=key, args=args)


def _problem(entry: Entry, pointer: str, stored: Json, found: Json) -> Problem:
    return Problem(
        rule="lock-integrity-mismatch",
        pointer=pointer,
        subject=entry.key,
        args={"stored": stored, "found": found},
    )


def _snapshot(entry: Entry, place: str) -> Iterator[Problem]:
    """Compare `locked`, ToolPin's own copy, with the entry."""
    locked = entry.document.get("locked")
    if not isinstance(locked, Mapping):
        return
    for member in ("selectedTarget", "config"):
        if member in locked and not same(locked[member], entry.document.get(member)):
            yield _problem(entry, f"{place}/locked/{member}", locked[member], entry.document.get(member))
    ours, copied = entry.document.get("capabilityManifest"), locked.get("capabilityManifest")
    if copied is not None and not same(covered_manifest(copied), covered_manifest(ours)):
        yield _problem(entry, f"{place}/locked/capabilityManifest", None, None)


def _pins(entry: Entry, place: str) -> Iterator[Problem]:
    """Compare ToolPin's hashes with what the stored definitions hash to."""
    manifest = entry.document.get("capabilityManifest")
    if entry.surface is None or not isinstance(manifest, Mapping):
        return
    for member, wanted in tool_pins(entry.surface).items():
        pin = manifest.get(member)
        stored: JsonObject = pin if isinstance(pin, Mapping) else {}
        for part, value in wanted.items():
            if not same(stored.get(part), value):
                pointer = f"{place}/capabilityManifest/{member}/{part}"
                yield _problem(entry, pointer, stored.get(part), value)
