"""The lockfiles of one side: read, or named as unreadable, and doubted where they contradict themselves."""

from collections.abc import Iterable, Mapping

from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.locks.lines import LockLines, lock_lines
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry, Lock, Problem
from toolpin_ci.pipeline.other_locks import OtherLock, is_ours, read_other
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, field, replace

_LOW_TIERS = (None, "unverified", "blocked")


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
    read = read_locks(dict.fromkeys((*request.lockfiles, *request.base.lockfiles)), request.base.fork)
    unreadable = [
        state("base-unreadable", subject=problem.subject, args=problem.message.args)
        for problem in read.problems
    ]
    return replace(read, problems=tuple(unreadable))


def lock_problems(locks: Mapping[str, Lock], bases: Mapping[str, Lock] | None = None) -> Iterable[Finding]:
    """Name the places where a lockfile contradicts itself, claims what it should not, or holds nothing."""
    for lock in locks.values():
        if not lock.entries:
            yield replace(state("nothing-checked", subject="entries"), file=lock.file, line=1)
        lines, before = lock_lines(lock.text), (bases or {}).get(lock.file)
        for problem in (*lock.problems, *_doubts(lock)):
            is_renamed = before is not None and _is_renamed(problem, lock, before)
            found = problem_finding(problem, lock.file, lines, "lock-entry-renamed" if is_renamed else "")
            yield replace(found, declared=is_renamed)


def problem_finding(problem: Problem, file: str, lines: LockLines, rule: str = "") -> Finding:
    """Say what is wrong at a place of a lockfile."""
    found = state(
        rule or problem.rule,
        server=problem.subject.rpartition(":")[0],
        subject=problem.subject,
        pointer=problem.pointer,
        args={**problem.args, "pointer": problem.pointer, "file": file},
    )
    return replace(found, file=file, line=lines.line(problem.pointer))


def _doubts(lock: Lock) -> Iterable[Problem]:
    """Doubt what ToolPin's trust report says of an entry, where it says anything."""
    for entry in lock.entries:
        trust = entry.document.get("trust")
        if not isinstance(trust, Mapping):
            continue
        if trust.get("evidence") or trust.get("tier") not in _LOW_TIERS or "pillars" in trust:
            from toolpin_ci.toolpin.doubting import doubts

            yield from doubts(entry)


def _is_renamed(problem: Problem, lock: Lock, before: Lock) -> bool:
    """Tell an entry that openly got a name of its own in its old place from one that was filed elsewhere."""
    key = problem.subject
    if problem.pointer != join("servers", key) or problem.rule != "lock-integrity-mismatch":
        return False
    was = next((entry for entry in before.entries if entry.key == key), None)
    taken = {entry.key for entry in (*lock.entries, *before.entries)}
    return was is not None and _own_key(was) == key and problem.args.get("found") not in taken


def _own_key(entry: Entry) -> str:
    return f"{entry.name}:{entry.client}"


def missing(request: Request) -> Finding:
    """Say that there is no lockfile."""
    file = request.lockfiles[0]
    return replace(state("lockfile-missing", subject=file, args={"file": file}), file=file, line=1)
