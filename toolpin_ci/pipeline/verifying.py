"""Verifies lockfiles and their pins alone, without asking a server."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from toolpin_ci.model.policy import Policy
from toolpin_ci.model.report import Report, ServerReport, Status
from toolpin_ci.pipeline.checking import Verify
from toolpin_ci.pipeline.client_files import client_findings
from toolpin_ci.pipeline.judging import judged
from toolpin_ci.pipeline.other_locks import findings as other_findings
from toolpin_ci.pipeline.pinning import by_server, pin_findings, pins_to_verify
from toolpin_ci.pipeline.reading import lock_problems, missing, read_locks
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which lockfiles and servers, and the policy that judges."""

    lockfiles: tuple[str, ...]
    servers: frozenset[str] = frozenset()
    policy: Policy = field(default_factory=Policy)


def verify_locks(scope: Scope, tree: Tree, verify: Verify) -> Report:
    """Read the lockfiles, verify what they pin, and judge."""
    read = read_locks(scope.lockfiles, tree)
    entries = [
        entry
        for lock in read.locks.values()
        for entry in lock.entries
        if not scope.servers or entry.name in scope.servers
    ]
    pins = pins_to_verify(entries)
    evidence = by_server(pins, verify(pins)()) if pins else {}
    request = Request(
        specs=(),
        lockfiles=scope.lockfiles,
        policy=scope.policy,
        not_compared="only pins and integrity were verified",
        today=datetime.now(UTC).date(),
    )
    findings = [
        *read.problems,
        *lock_problems(read.locks),
        *client_findings(entries, tree),
        *other_findings(read.others, {}),
    ]
    if not read.locks and not read.others and not read.problems:
        findings.append(missing(request))
    elif not entries and not read.others and not read.problems:
        findings.append(state("nothing-checked", subject="entries"))
    names = sorted({entry.name for entry in entries})
    servers = [
        ServerReport(name=name, status=Status.NOT_PROBED, pins=evidence.get(name, ())) for name in names
    ]
    findings.extend(found for server in servers for found in pin_findings(server.name, server.pins))
    report = judged(request, servers, findings, read.locks)
    return replace(report, commands=())
