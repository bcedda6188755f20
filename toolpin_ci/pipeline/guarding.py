"""What is wrong with the files as such, whatever the servers say: `check` and `verify` share it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolpin_ci.locks.lines import lock_lines
from toolpin_ci.model.config import TrustDifference
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pipeline.client_files import client_findings, draft_findings
from toolpin_ci.pipeline.examining import Examined
from toolpin_ci.pipeline.facet_files import manifest_findings
from toolpin_ci.pipeline.other_changes import declared_others
from toolpin_ci.pipeline.pinning import pin_findings
from toolpin_ci.pipeline.reading import Read, lock_problems, missing, problem_finding
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.signed import signature_findings
from toolpin_ci.pipeline.stating import state
from toolpin_ci.pipeline.stripping import is_same_target
from toolpin_ci.pipeline.toolpin_policy import policy_findings
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass, replace

Evidence = Mapping[str, tuple[PinEvidence, ...]]
"""What was found for the pins of each server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What the repository holds, and what came of holding it to itself."""

    tree: Tree
    read: Read
    base: Read
    """The same files where the pull request left the base."""
    entries: tuple[Entry, ...]
    """Those of our lockfiles that the call is about."""
    evidence: Evidence
    examined: tuple[Examined, ...]
    """The lockfiles of other systems."""


def file_findings(request: Request, files: Files) -> Iterator[Finding]:
    """Say what is wrong in the files, and what the pull request changes in them."""
    read, tree = files.read, files.tree
    yield from _lock_findings(request, read, files.base, files.evidence)
    yield from client_findings(files.entries, tree)
    yield from draft_findings(read.others, tree)
    yield from _trust_findings(request.trust)
    yield from signature_findings(read, tree, request.public_key)
    for one in files.examined:
        yield from one.findings
    yield from manifest_findings(read.others, tree)
    if request.base is not None:
        unreadable = frozenset(problem.subject for problem in (*files.base.problems, *read.problems))
        yield from declared_others(files.base.others, read.others, unreadable)
    if not read.locks and not read.others and not read.problems:
        yield missing(request)


def _lock_findings(request: Request, read: Read, base: Read, evidence: Evidence) -> Iterator[Finding]:
    """Say what cannot be read, what contradicts itself, which pins do not hold, which proofs are claims."""
    yield from read.problems
    yield from base.problems
    yield from lock_problems(read.locks, base.locks)
    for server, rows in evidence.items():
        yield from pin_findings(server, rows)
    for lock in read.locks.values():
        yield from _unproved(lock, base, evidence)
    if request.toolpin_policy:
        verified = frozenset(server for server in evidence if _all_passed(evidence[server]))
        yield from policy_findings(request.toolpin_policy, read.locks.values(), verified)


def _unproved(lock: Lock, base: Read, evidence: Evidence) -> Iterator[Finding]:
    """Doubt a proof that is new for an old target, unless we came to it ourselves just now."""
    known = {entry.key: entry for before in base.locks.values() for entry in before.entries}
    for entry in lock.entries:
        before = known.get(entry.key)
        if before is None or before.document is entry.document or _all_passed(evidence.get(entry.name, ())):
            continue
        if is_same_target(before, entry) and not _has_equal_trust(before, entry):
            from toolpin_ci.toolpin.doubting import new_proofs

            for problem in new_proofs(before, entry):
                yield problem_finding(problem, lock.file, lock_lines(lock.text))


def _all_passed(rows: Sequence[PinEvidence]) -> bool:
    """Tell whether every pin of a server held in this run, and there was one."""
    return bool(rows) and all(row.state is PinState.PASSED for row in rows)


def _has_equal_trust(before: Entry, after: Entry) -> bool:
    return before.document.get("trust") == after.document.get("trust")


def _trust_findings(trust: Iterable[TrustDifference]) -> Iterator[Finding]:
    """Say which settings the pull request would change that protect the check itself."""
    for difference in trust:
        found = state(
            "trust-setting-changed",
            server=difference.server,
            subject=difference.path,
            old=difference.old,
            new=difference.new,
            args={"path": difference.path},
        )
        yield replace(found, declared=True, file=difference.file, line=difference.line)
