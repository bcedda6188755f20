"""Checks the lockfiles of other systems in place, each by its own rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolpin_ci.canon.text import decode
from toolpin_ci.errors import JsonError, LockfileError
from toolpin_ci.model.config import OTHER_LOCKFILES
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.surface import Surface
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.stating import state

if TYPE_CHECKING:
    from toolpin_ci.locks.base import Format, Lock, Problem

_ADVISORY = frozenset(("lock-not-comparable", "lock-action-unknown", "lock-surface-missing"))


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


def findings(others: Iterable[OtherLock], live: Mapping[str, Surface]) -> Iterator[Finding]:
    """Say where each lock contradicts itself, and where it is not what its server offers."""
    for other in others:
        for problem in other.format.verify(other.lock):
            yield _finding("other-lock-inconsistent", other, problem, server="")
        for server, surface in _servers_of(other, live):
            for problem in other.format.compare(other.lock, server, surface):
                if problem.code not in _ADVISORY:
                    yield _finding("other-lock-drifted", other, problem, server=server)


def _servers_of(other: OtherLock, live: Mapping[str, Surface]) -> Sequence[tuple[str, Surface]]:
    """Choose the servers that a lock speaks of: those that it names, or the only one there is."""
    named = other.lock.document.get("serverName")
    if len(live) == 1 or not isinstance(named, str):
        return tuple(live.items())
    return tuple((name, surface) for name, surface in live.items() if named in (name, own_name(surface)))


def _finding(rule: str, other: OtherLock, problem: "Problem", *, server: str) -> Finding:
    subject = problem.subject or other.file
    found = state(rule, server=server, subject=subject, pointer=problem.pointer, args={"file": other.file})
    return replace(found, message=problem.message, file=other.file, line=1)
