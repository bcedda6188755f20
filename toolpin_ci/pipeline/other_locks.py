"""Checks the lockfiles of other systems in place, each by its own rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolpin_ci.canon.text import decode
from toolpin_ci.errors import JsonError, LockfileError
from toolpin_ci.locks.lines import lock_lines
from toolpin_ci.model.config import OTHER_LOCKFILES
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.surface import Surface
from toolpin_ci.pipeline.comparing import declared_entry
from toolpin_ci.pipeline.hash_pins import is_hash_only
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.stating import state

if TYPE_CHECKING:
    from toolpin_ci.locks.base import Format, Lock, Problem

_ADVISORY = frozenset(
    ("lock-not-comparable", "lock-action-unknown", "lock-surface-missing", "lock-coverage-low")
)
_REDUCED = frozenset(("lock-surface-missing", "lock-coverage-low"))
"""Advice that a reviewer should see: part of a server is not covered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherLock:
    """A lockfile that is not ours."""

    file: str
    format: "Format"
    lock: "Lock"


def is_ours(raw: bytes, file: str) -> bool:
    """Tell our lockfile from another system's; what is neither is read as ours, which says what is wrong."""
    if b'"lockfileVersion"' in raw and b'"servers"' in raw:
        return True
    if file.rpartition("/")[2] in OTHER_LOCKFILES:
        return False
    from toolpin_ci.locks.recognise import detect

    try:
        return detect(decode(raw))[0].id == "toolpin"
    except (JsonError, LockfileError):
        return True


def read_other(raw: bytes, file: str) -> OtherLock:
    """Read a lockfile of another system; raise `LockfileError` with the file's name."""
    from toolpin_ci.locks.recognise import detect

    try:
        found, source = detect(decode(raw))
        return OtherLock(file=file, format=found, lock=found.parse(source))
    except (JsonError, LockfileError) as error:
        raise LockfileError(f"{file}: {error.message}", advice=error.advice) from error


def findings(
    others: Iterable[OtherLock],
    live: Mapping[str, Surface],
    targets: Mapping[str, JsonObject] | None = None,
) -> Iterator[Finding]:
    """Say where each lock contradicts itself, and where it is not what its server is and offers."""
    for other in others:
        for problem in other.format.verify(other.lock):
            yield _finding("other-lock-inconsistent", other, problem, server="")
        for server, surface in _servers_of(other, live):
            for problem in other.format.compare(other.lock, server, surface):
                if problem.code not in _ADVISORY:
                    yield _finding("other-lock-drifted", other, problem, server=server)
        yield from _other_targets(other, targets or {})


def _other_targets(other: OtherLock, targets: Mapping[str, JsonObject]) -> Iterator[Finding]:
    """Tell a server that is reached in another way than its entry says."""
    if other.format.entries is None or other.format.target_of is None:
        return
    for entry in other.format.entries(other.lock):
        now = other.format.target_of(targets.get(entry.name, {}))
        if now is not None and not same(_reach(entry.target), _reach(now)):
            found = state(
                "server-target-changed",
                server=entry.name,
                subject=entry.name,
                old=_reach(entry.target),
                new=_reach(now),
            )
            yield replace(found, file=other.file, line=_line(other, entry.pointer))


def _reach(target: JsonObject) -> JsonObject:
    """Keep what says where a server is; secrets' names and verified artifacts say something else."""
    names = ("type", "registryType", "identifier", "version", "transport", "url")
    return {name: target[name] for name in names if name in target}


def declared(before: Iterable[OtherLock], after: Iterable[OtherLock]) -> Iterator[Finding]:
    """Compare what both sides of a pull request hold of the same lockfile."""
    based = {other.file: other for other in before}
    for other in after:
        old = based.get(other.file)
        if old is None or old.format.id != other.format.id or other.format.entries is None:
            continue
        for found in entry_changes(other.format.entries(old.lock), other.format.entries(other.lock)):
            line = _line(other, found.pointer)
            yield replace(found, declared=True, file=other.file, line=line)


def entry_changes(before: Iterable[Entry], after: Iterable[Entry]) -> Iterator[Finding]:
    """Compare the entries of two locks by their identity."""
    old, new = ({entry.key: entry for entry in side} for side in (before, after))
    for key in sorted({*old, *new}):
        name = (new.get(key) or old[key]).name
        yield from declared_entry(name, old.get(key), new.get(key))


def speaks_of(other: OtherLock, server: str) -> bool:
    """Tell whether a lock has tools of a server to compare; one that knows a single server always has."""
    if other.format.entries is None or not server:
        return True
    return any(entry.name == server and is_hash_only(entry) for entry in other.format.entries(other.lock))


def names(others: Iterable[OtherLock], server: str) -> bool:
    """Tell a server that a lock names without a pin of its tools: less coverage, and no failure."""
    kept = [other.format.entries(other.lock) for other in others if other.format.entries is not None]
    return any(entry.name == server for entries in kept for entry in entries)


def notes(others: Iterable[OtherLock], server: str, surface: Surface) -> Iterator[str]:
    """Say what a lock leaves uncovered."""
    for other in others:
        for problem in other.format.compare(other.lock, server, surface):
            if problem.code in _REDUCED:
                yield f"{problem.code}: {problem.message.fill(_quoted)}"


def _quoted(value: Json) -> str:
    return ascii(value)


def _line(other: OtherLock, pointer: str) -> int:
    return lock_lines(other.lock.text).line(pointer)


def _servers_of(other: OtherLock, live: Mapping[str, Surface]) -> Sequence[tuple[str, Surface]]:
    """Choose the servers that a lock speaks of: those that it names, or the only one there is."""
    named = other.lock.document.get("serverName")
    if len(live) == 1 or not isinstance(named, str):
        return tuple(live.items())
    return tuple((name, surface) for name, surface in live.items() if named in (name, own_name(surface)))


def _finding(rule: str, other: OtherLock, problem: "Problem", *, server: str) -> Finding:
    subject = problem.subject or other.file
    found = state(rule, server=server, subject=subject, pointer=problem.pointer, args={"file": other.file})
    line = _line(other, problem.pointer) if other.lock.text.lstrip().startswith("{") else 1
    return replace(found, message=problem.message, file=other.file, line=line)
