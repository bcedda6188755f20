"""The lockfiles of one side: read, or named as unreadable, and doubted where they contradict themselves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.locks.lines import LockLines
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Lock, Problem
from toolpin_ci.pipeline.other_locks import OtherLock, is_ours, read_other
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree

_LOWEST = (None, "unverified", "blocked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The lockfiles of one side: ours, those of other systems, and what could not be read."""

    locks: Mapping[str, Lock] = field(default_factory=dict)
    others: tuple[OtherLock, ...] = ()
    problems: tuple[Finding, ...] = ()


def read_locks(files: Iterable[str], tree: Tree) -> Read:
    """Read the lockfiles of one side; one that is unusable becomes a finding."""
    locks: dict[str, Lock] = {}
    others: list[OtherLock] = []
    problems: list[Finding] = []
    for file in files:
        raw = tree.read(file)
        if raw is None:
            continue
        try:
            if is_ours(raw, file):
                locks[file] = toolpin_v2.read(raw, file)
            else:
                others.append(read_other(raw, file))
        except LockfileError as error:
            words = "; ".join(error.diagnostics())
            found = state("lockfile-unreadable", subject=file, args={"reason": words})
            problems.append(replace(found, file=file))
    return Read(locks=locks, others=tuple(others), problems=tuple(problems))


def read_base(request: Request) -> Read:
    """Read the lockfiles where the pull request left the base; what is unreadable cannot be compared with."""
    if request.base is None:
        return Read()
    read = read_locks(request.lockfiles, request.base.fork)
    unreadable = [
        state("base-unreadable", subject=problem.subject, args=problem.message.args)
        for problem in read.problems
    ]
    return replace(read, problems=tuple(unreadable))


def lock_problems(locks: Mapping[str, Lock]) -> Iterable[Finding]:
    """Name the places where a lockfile contradicts itself."""
    for lock in locks.values():
        lines = LockLines(lock.text)
        for problem in (*lock.problems, *_unearned_trust(lock)):
            found = state(
                problem.rule,
                server=problem.subject.rpartition(":")[0],
                subject=problem.subject,
                pointer=problem.pointer,
                args={**problem.args, "pointer": problem.pointer, "file": lock.file},
            )
            yield replace(found, file=lock.file, line=lines.line(problem.pointer))


def _unearned_trust(lock: Lock) -> Iterable[Problem]:
    """Doubt what ToolPin's trust report claims beyond the evidence beside it."""
    for entry in lock.entries:
        trust = entry.document.get("trust")
        if not isinstance(trust, Mapping) or (trust.get("tier") in _LOWEST and "pillars" not in trust):
            continue
        from toolpin_ci.toolpin.trust import unearned

        for member in unearned(entry.document, datetime.now(UTC)):
            yield Problem(
                rule="lock-integrity-mismatch",
                pointer=join("servers", entry.key, "trust", member),
                subject=entry.key,
                args={"stored": trust.get(member), "found": "less than that"},
            )


def missing(request: Request) -> Finding:
    """Say that there is no lockfile."""
    file = request.lockfiles[0]
    return replace(state("lockfile-missing", subject=file, args={"file": file}), file=file, line=1)
