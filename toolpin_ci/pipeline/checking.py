"""The order of the stages: what the servers say, what the lockfiles hold, what changed, what it means."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.lock import Entry, Lock
from toolpin_ci.model.report import PinEvidence, Report, ServerReport, Status
from toolpin_ci.model.surface import Probe
from toolpin_ci.pipeline.comparing import Pair, troubles
from toolpin_ci.pipeline.draft_locks import names_without_tools
from toolpin_ci.pipeline.examining import Live, examine
from toolpin_ci.pipeline.facet_files import with_archives
from toolpin_ci.pipeline.guarding import Files, file_findings
from toolpin_ci.pipeline.judging import judged
from toolpin_ci.pipeline.lock_reports import lock_reports
from toolpin_ci.pipeline.pairing import ListTools, live_probes, pairs_of, targets_of, with_listings
from toolpin_ci.pipeline.pinning import all_pins, by_server, pins_alone
from toolpin_ci.pipeline.reading import Read, read_base, read_locks
from toolpin_ci.pipeline.registry_files import with_documents
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.serving import server_report
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
    entries = tuple(_chosen_entries(request, read.locks))
    pins = all_pins(entries, read.others)
    wait = verify(pins) if verify is not None and pins else None
    pairs = pairs_of(request, tree, read, base, probes())
    if list_tools is not None:
        pairs = with_listings(pairs, list_tools)
    evidence = by_server(pins, with_archives(pins, wait(), read.others, tree)) if wait is not None else {}
    examined = with_documents(examine(read.others, _live(request, pairs)), tree)
    files = Files(tree=tree, read=read, base=base, entries=entries, evidence=evidence, examined=examined)
    reports = [
        replace(server_report(pair, request, read, examined), pins=evidence.get(pair.name, ()))
        for pair in pairs
    ]
    findings = [*file_findings(request, files), *_server_findings(pairs, reports, read)]
    reports.extend(pins_alone(evidence, (pair.name for pair in pairs)))
    return judged(request, reports, findings, lock_reports(read, examined, reports))


def _chosen_entries(request: Request, locks: Mapping[str, Lock]) -> Iterable[Entry]:
    """Give the entries that the call is about: all of them, or those of the servers that it names."""
    names = {*request.only_locked, *(spec.name for spec in request.specs)}
    for lock in locks.values():
        for entry in lock.entries:
            if request.whole_repo or entry.name in names:
                yield entry


def _live(request: Request, pairs: Sequence[Pair]) -> Live:
    asked = frozenset(pair.name for pair in pairs) if request.whole_repo else None
    unnamed = frozenset(pair.name for pair in pairs if pair.spec is not None and not pair.spec.name)
    return Live(probes=live_probes(pairs), targets=targets_of(pairs), unnamed=unnamed, asked=asked)


def _server_findings(pairs: Sequence[Pair], reports: Sequence[ServerReport], read: Read) -> Iterator[Finding]:
    """Say which servers could not be read, which no lockfile knows, and that there is none at all."""
    for pair in pairs:
        yield from troubles(pair)
    if read.locks or read.others:
        for name in (report.name for report in reports if report.status is Status.UNLOCKED):
            if read.locks or not names_without_tools(read.others, name):
                yield state("server-unlocked", server=name, subject=name)
    if not pairs:
        yield state("nothing-checked", subject="servers")
