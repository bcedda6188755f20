"""Compares two files of any kind that hold surfaces."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.surface_document import SurfaceError, as_surface, from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, LockfileError, UsageError
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.surface import HEADER_NAMES, LIST_NAMES
from toolpin_ci.pipeline.comparing import Pair, declared_changes
from toolpin_ci.pipeline.entries import DATES
from toolpin_ci.pipeline.other_changes import both_others, changed_entries, changes
from toolpin_ci.pipeline.other_locks import OtherLock, read_other
from toolpin_ci.pipeline.reading import lock_problems
from toolpin_ci.values import dataclass, replace

File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class _Side:
    """One file: what it holds by server, and the lockfile that it is, where it is one."""

    entries: Mapping[str, Entry]
    lock: Lock | None = None
    draft: OtherLock | None = None


def differences(old: File, new: File) -> tuple[Finding, ...]:
    """Say what changed from one file to the other; both hold surfaces, by server name where they have one."""
    others = both_others(old, new)
    if others is not None:
        return tuple(changes(*others))
    one, other = _side(*old), _side(*new)
    if one.draft is not None and other.draft is not None:
        return tuple(changed_entries(one.draft, other.draft))
    before, after = one.entries, other.entries
    if set(before) != set(after) and len(before) == len(after) == 1:
        before = {name: next(iter(before.values())) for name in after}
    found: list[Finding] = []
    for name in sorted({*before, *after}):
        both = (before.get(name), after.get(name))
        entries = (both,) if one.lock is not None and other.lock is not None else ()
        pair = Pair(name=name, based=both[0], locked=both[1], entries=entries, compared=True)
        found.extend(declared_changes(pair))
    found.extend(_new_problems(one.lock, other.lock))
    return tuple(replace(finding, declared=False) for finding in found if not _is_date(finding))


def _new_problems(before: Lock | None, after: Lock | None) -> Iterator[Finding]:
    """Say where the new lockfile contradicts itself and the old one did not."""
    if after is None:
        return
    known = {
        (finding.rule, finding.pointer)
        for finding in (lock_problems({"": before}) if before is not None else ())
    }
    for finding in lock_problems({after.file: after}, {after.file: before} if before is not None else {}):
        if (finding.rule, finding.pointer) not in known and finding.rule != "nothing-checked":
            yield finding


def _is_date(finding: Finding) -> bool:
    """Tell when alone an entry was written, which makes no two files differ."""
    return finding.rule == "lock-entry-changed" and finding.pointer.rpartition("/")[2] in DATES


def _side(name: str, raw: bytes) -> _Side:
    try:
        document = as_surface(parse(raw, finite=True))
    except JsonError as error:
        place = f"{name}:{error.line}" if error.line else name
        raise UsageError(f"{place}: no valid JSON: {error}", advice=error.advice) from error
    if not isinstance(document, Mapping):
        raise UsageError(f"{name}: no JSON object")
    if "lockfileVersion" in document:
        lock = toolpin_v2.read(raw, name)
        return _Side({entry.key: entry for entry in lock.entries}, lock)
    if "specVersion" in document:
        return _draft(name, raw)
    servers = document.get("servers")
    if isinstance(servers, Mapping):
        return _Side({key: _entry(f"{name}, {key}", value) for key, value in servers.items()})
    return _Side({"": _entry(name, document)})


def _draft(name: str, raw: bytes) -> _Side:
    """Read the draft mcp-lock/1, whose entries hold a hash alone; one that breaks its rules is refused."""
    from toolpin_ci.locks.mcp_lock_1 import entries

    other = read_other(raw, name)
    for problem in other.format.verify(other.lock):
        if problem.code == "lock-empty":
            continue  # two files are compared here, nothing is enforced
        message = f"{name}: {problem.message.fill(str)}"
        raise LockfileError(message, advice="take the last good one from git")
    return _Side({entry.key: entry for entry in entries(other.lock)}, draft=other)


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
