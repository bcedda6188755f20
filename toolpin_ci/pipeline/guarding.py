"""What is wrong with the lockfiles as such, whatever the servers say: `check` and `verify` share it."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.locks.lines import lock_lines
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.report import PinEvidence, PinState
from toolpin_ci.pipeline.pinning import pin_findings
from toolpin_ci.pipeline.reading import Read, lock_problems, problem_finding
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.stripping import is_same_target
from toolpin_ci.pipeline.toolpin_policy import policy_findings

Evidence = Mapping[str, tuple[PinEvidence, ...]]
"""What was found for the pins of each server."""


def lock_findings(request: Request, read: Read, base: Read, evidence: Evidence) -> Iterator[Finding]:
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
