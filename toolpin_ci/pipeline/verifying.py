"""Verifies lockfiles and their pins alone, without asking a server."""

from toolpin_ci.model.report import PinEvidence, Report, ServerReport, Status
from toolpin_ci.pipeline.checking import Verify
from toolpin_ci.pipeline.examining import Live, examine
from toolpin_ci.pipeline.facet_files import with_archives
from toolpin_ci.pipeline.guarding import Files, file_findings
from toolpin_ci.pipeline.judging import judged
from toolpin_ci.pipeline.lock_reports import lock_reports
from toolpin_ci.pipeline.pairing import pairs_of
from toolpin_ci.pipeline.pinning import all_pins, by_server, pins_alone
from toolpin_ci.pipeline.reading import read_base, read_locks
from toolpin_ci.pipeline.registry_files import with_documents
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.serving import server_report
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

_CLEAN = "The lockfiles hold; no server was asked"


def verify_locks(request: Request, tree: Tree, verify: Verify, servers: frozenset[str]) -> Report:
    """Read the lockfiles, verify what they pin, and judge; no names mean every server."""
    read, base = read_locks(request.lockfiles, tree), read_base(request)
    entries = tuple(
        entry
        for lock in read.locks.values()
        for entry in lock.entries
        if not servers or entry.name in servers
    )
    pins = all_pins(entries, read.others)
    evidence = by_server(pins, with_archives(pins, verify(pins)(), read.others, tree)) if pins else {}
    examined = with_documents(examine(read.others, Live()), tree)
    files = Files(tree=tree, read=read, base=base, entries=entries, evidence=evidence, examined=examined)
    findings = [*file_findings(request, files)]
    if not entries and servers and (read.locks or read.others) and not read.problems:
        findings.append(state("nothing-checked", subject="entries"))
    reports = [
        _unasked(server_report(pair, request, read, examined), evidence.get(pair.name, ()))
        for pair in pairs_of(request, tree, read, base, ())
        if not servers or pair.name in servers
    ]
    reports.extend(pins_alone(evidence, (report.name for report in reports)))
    report = judged(request, reports, findings, lock_reports(read, examined))
    return replace(report, commands=(), title=_CLEAN if report.result == "clean" else report.title)


def _unasked(report: ServerReport, pins: tuple[PinEvidence, ...]) -> ServerReport:
    return replace(report, status=Status.NOT_PROBED, pins=pins)
