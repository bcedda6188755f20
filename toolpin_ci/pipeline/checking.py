"""The order of the stages: what the servers say, what the lockfiles hold, what changed, what it means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from toolpin_ci.model.config import TrustDifference
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.report import PinEvidence, Report, Status
from toolpin_ci.model.surface import Probe
from toolpin_ci.pipeline.client_files import client_findings, draft_findings
from toolpin_ci.pipeline.comparing import troubles
from toolpin_ci.pipeline.draft_locks import names_without_tools
from toolpin_ci.pipeline.examining import Live, examine
from toolpin_ci.pipeline.facet_files import manifest_findings, with_archives
from toolpin_ci.pipeline.guarding import lock_findings
from toolpin_ci.pipeline.judging import judged
from toolpin_ci.pipeline.lock_reports import lock_reports
from toolpin_ci.pipeline.other_changes import declared_others
from toolpin_ci.pipeline.pairing import ListTools, live_probes, pairs_of, targets_of, with_listings
from toolpin_ci.pipeline.pinning import by_server, pins_alone, pins_of_others, pins_to_verify
from toolpin_ci.pipeline.reading import Read, missing, read_base, read_locks
from toolpin_ci.pipeline.registry_files import with_documents
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.serving import server_report
from toolpin_ci.pipeline.signed import signature_findings
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.model.pin import Pin

Verify: TypeAlias = "Callable[[Sequence[Pin]], Callable[[], Sequence[PinEvidence]]]"
"""Begins to verify pins; what it gives waits for the evidence."""


def check(
    request: Request,
    tree: Tree,
    probes: Callable[[], Sequence[Probe]],
    verify: "Verify | None" = None,
    list_tools: ListTools | None = None,
) -> Report:
    """Read and compare the lockfiles while the servers are being asked, then judge what came of both."""
    read, base = read_locks(request.lockfiles, tree), read_base(request)
    pins = (*pins_to_verify(_chosen_entries(request, read.locks)), *pins_of_others(read.others))
    evidence = verify(pins) if verify is not None and pins else None
    pairs = pairs_of(request, tree, read, base, probes())
    if list_tools is not None:
        pairs = with_listings(pairs, list_tools)
    verified = (
        by_server(pins, with_archives(pins, evidence(), read.others, tree)) if evidence is not None else {}
    )
    asked = frozenset(pair.name for pair in pairs) if request.whole_repo else None
    examined = with_documents(
        examine(read.others, Live(probes=live_probes(pairs), targets=targets_of(pairs), asked=asked)), tree
    )
    findings = [
        *lock_findings(request, read, base, verified),
        *client_findings(_chosen_entries(request, read.locks), tree),
        *draft_findings(read.others, tree),
        *trust_findings(request.trust),
        *signature_findings(read, tree, request.public_key),
        *(finding for pair in pairs for finding in troubles(pair)),
        *(finding for one in examined for finding in one.findings),
        *manifest_findings(read.others, tree),
        *declared_other_findings(request, base, read),
    ]
    if not read.locks and not read.others and not read.problems:
        findings.append(missing(request))
    reports = [
        replace(server_report(pair, request, read, examined), pins=verified.get(pair.name, ()))
        for pair in pairs
    ]
    if read.locks or read.others:
        unlocked = [report.name for report in reports if report.status is Status.UNLOCKED]
        unlocked = [name for name in unlocked if read.locks or not names_without_tools(read.others, name)]
        findings.extend(state("server-unlocked", server=name, subject=name) for name in unlocked)
    if not pairs:
        findings.append(state("nothing-checked", subject="servers"))
    reports.extend(pins_alone(verified, (pair.name for pair in pairs)))
    return judged(request, reports, findings, lock_reports(read, examined, reports))


def declared_other_findings(request: Request, base: Read, read: Read) -> Iterable[Finding]:
    """Say what the pull request changes in lockfiles of other systems."""
    if request.base is None:
        return ()
    unreadable = frozenset(problem.subject for problem in (*base.problems, *read.problems))
    return declared_others(base.others, read.others, unreadable)


def _chosen_entries(request: Request, locks: Mapping[str, Lock]) -> Iterable[Entry]:
    """Give the entries that the call is about: all of them, or those of the servers that it names."""
    names = {*request.only_locked, *(spec.name for spec in request.specs)}
    for lock in locks.values():
        for entry in lock.entries:
            if request.whole_repo or entry.name in names:
                yield entry


def trust_findings(trust: Iterable[TrustDifference]) -> Iterable[Finding]:
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
