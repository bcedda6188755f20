"""Each lockfile's line in the report: whose it is, and how it stands."""

from collections.abc import Iterable, Iterator, Sequence

from toolpin_ci.model.lock import Lock
from toolpin_ci.model.report import LockReport, LockVerdict, ServerReport, Status
from toolpin_ci.pipeline.examining import Examined
from toolpin_ci.pipeline.reading import Read
from toolpin_ci.values import replace

_OURS = "ToolPin lockfile"


def lock_reports(
    read: Read, examined: Iterable[Examined], servers: Sequence[ServerReport] = ()
) -> tuple[LockReport, ...]:
    """List ours, those of other systems, and the unreadable ones."""
    return (
        *_ours(read, servers),
        *(one.report() for one in examined),
        *(
            LockReport(file=problem.subject, system="", verdict=LockVerdict.UNREADABLE)
            for problem in read.problems
        ),
    )


def _ours(read: Read, servers: Sequence[ServerReport]) -> Iterator[LockReport]:
    for file, lock in read.locks.items():
        held = [server for server in servers if server.lockfile == file]
        names = tuple(server.name for server in held)
        yield LockReport(file=file, system=_OURS, verdict=_verdict(lock, held), servers=names)


def _verdict(lock: Lock, held: Sequence[ServerReport]) -> LockVerdict:
    if lock.problems:
        return LockVerdict.INCONSISTENT
    states = {server.status for server in held}
    if states & {Status.DRIFTED, Status.UNLOCKED}:
        return LockVerdict.DRIFTED
    if states & {Status.COULD_NOT_CHECK, Status.NOT_PROBED}:
        return LockVerdict.COULD_NOT_CHECK
    return LockVerdict.AGREES if states else LockVerdict.HOLDS_TOGETHER


def merged_locks(locks: Iterable[LockReport]) -> tuple[LockReport, ...]:
    """Give each lockfile once, with its worst verdict: every job has compared it with its own servers."""
    found: dict[str, LockReport] = {}
    for lock in locks:
        known = found.get(lock.file, lock)
        found[lock.file] = replace(
            lock,
            verdict=max(known.verdict, lock.verdict, key=tuple(LockVerdict).index),
            servers=tuple(dict.fromkeys((*known.servers, *lock.servers))),
            notes=tuple(dict.fromkeys((*known.notes, *lock.notes))),
        )
    return tuple(found.values())
