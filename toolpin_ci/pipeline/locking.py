"""Renews a lockfile from what the live servers say, touching only what changed."""

from collections.abc import Mapping, Sequence

from toolpin_ci.errors import LockfileError, UnavailableError, UsageError
from toolpin_ci.locks import splice, toolpin_v2
from toolpin_ci.locks.toolpin_entry import (
    artifacts_of,
    is_current,
    keeping_stored,
    new_entry,
    renewed_entry,
    with_artifacts,
)
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Lock
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe, Surface
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """The text of the new lockfile, and what became of each server."""

    text: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()


def read_previous(raw: bytes | None, file: str) -> Lock | None:
    """Read the lockfile that is there; one that does not hold together is not built upon."""
    if raw is None:
        return None
    lock = toolpin_v2.read(raw, file)
    if lock.problems:
        problem = lock.problems[0]
        message = f"{file}: {problem.pointer} contradicts the rest of the entry: it was edited by hand"
        advice = "take the last good lockfile from git, or remove the file and lock anew"
        raise LockfileError(message, advice=advice)
    return lock


def renew(
    lock: Lock | None,
    servers: Sequence[tuple[ServerSpec, Probe]],
    now: str,
    artifacts: Mapping[str, Json] | None = None,
) -> Renewal:
    """Write what the servers say into the lockfile; entries that say it already keep every byte."""
    written: dict[str, JsonObject] = {}
    added: list[str] = []
    changed: list[str] = []
    unchanged: list[str] = []
    for asked, probe in servers:
        surface = complete(asked, probe)
        spec = replace(asked, name=_name(asked, surface, lock))
        if spec.name in (*added, *changed, *unchanged):
            raise UsageError(
                f"two servers are called {spec.name!r}", advice="give each a name in .toolpin-ci.yml"
            )
        recorded = (artifacts or {}).get(asked.name)
        entries = {
            key: with_artifacts(entry, recorded)
            for key, entry in _entries(spec, surface, lock, now, recorded).items()
        }
        known = lock is not None and bool(lock.entries_of(spec.name))
        (unchanged if not entries else changed if known else added).append(spec.name)
        written.update(entries)
    text = splice.fresh(written, now) if lock is None else splice.with_entries(lock, written, now)
    return Renewal(text=text, added=tuple(added), changed=tuple(changed), unchanged=tuple(unchanged))


def complete(spec: ServerSpec, probe: Probe) -> Surface:
    """Refuse to lock what could only be read in part: the rest would look removed."""
    if probe.surface is None or probe.unavailable:
        part, trouble = next(iter(probe.unavailable.items()))
        who = spec.name or " ".join(spec.command) or spec.url
        what = who if part == "server" else f"{part} of {who}"
        log = "".join(f"\n  | {line}" for line in trouble.log.splitlines())
        message = f"{what} could not be read: {trouble.message}{log}"
        raise UnavailableError(message, advice=trouble.advice or "nothing was written")
    return probe.surface


def _name(spec: ServerSpec, surface: Surface, lock: Lock | None) -> str:
    """Name a server: as asked, else the entry with its argv, else what it calls itself."""
    entries = lock.entries if lock is not None else ()
    if not spec.name:
        same = [entry.name for entry in entries if spec.command and entry.argv == spec.command]
        name = same[0] if same else own_name(surface)
        if not name:
            raise UsageError("the server does not say its name", advice="give it one with --server NAME")
        spec = replace(spec, name=name)
    refuse_taken_name(spec, lock)
    return spec.name


def refuse_taken_name(spec: ServerSpec, lock: Lock | None) -> None:
    """Refuse a command under a name that the lockfile has for another command."""
    if lock is None or spec.source != "the command line":
        return
    for entry in lock.entries_of(spec.name):
        if entry.argv and entry.argv != spec.command:
            message = f"the lockfile knows {spec.name!r} with another command: {' '.join(entry.argv)}"
            advice = "choose another name with --server NAME, or remove that entry from the lockfile first"
            raise UsageError(message, advice=advice)


def _entries(
    spec: ServerSpec, surface: Surface, lock: Lock | None, now: str, recorded: Json
) -> Mapping[str, JsonObject]:
    known = lock.entries_of(spec.name) if lock is not None else ()
    if not known:
        return {f"{spec.name}:generic": new_entry(spec, surface, now)}
    return {
        entry.key: renewed_entry(entry, spec, keeping_stored(surface, entry.surface), now)
        for entry in known
        if not is_current(entry, spec, surface) or (recorded and not same(artifacts_of(entry), recorded))
    }
