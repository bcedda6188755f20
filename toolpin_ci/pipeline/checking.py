"""The order of the stages: what the servers say, what the lockfiles hold, what changed, what it means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, TypeAlias

from toolpin_ci import __version__
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.surface_document import SurfaceError, from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, LockfileError, ToolpinError
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.locks.lines import LockLines, surface_pointer
from toolpin_ci.model.config import TrustDifference
from toolpin_ci.model.finding import Area, Finding
from toolpin_ci.model.lock import Entry, Lock, Problem
from toolpin_ci.model.policy import Policy
from toolpin_ci.model.report import Conclusion, PinEvidence, Report, ServerReport, Status
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import LIST_NAMES, Probe, Surface, Trouble
from toolpin_ci.pipeline.comparing import Pair, declared_changes, troubles, undeclared_changes
from toolpin_ci.pipeline.naming import own_name
from toolpin_ci.pipeline.other_locks import OtherLock, is_ours, read_other
from toolpin_ci.pipeline.other_locks import findings as other_findings
from toolpin_ci.pipeline.pinning import by_server, pin_findings, pins_to_verify
from toolpin_ci.pipeline.stating import state
from toolpin_ci.policy import judge, settle
from toolpin_ci.policy.waive import expired, unused
from toolpin_ci.ports import Tree

if TYPE_CHECKING:
    from toolpin_ci.model.pin import Pin

_AREA_LISTS = {
    Area.TOOL: "tools",
    Area.PROMPT: "prompts",
    Area.RESOURCE: "resources",
    Area.TEMPLATE: "resourceTemplates",
    Area.SERVER: "",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The base branch: its tip judges, the commit where the pull request left it is compared with."""

    fork: Tree
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is to be checked, already resolved: servers, lockfiles, and the policy that counts."""

    specs: tuple[ServerSpec, ...]
    lockfiles: tuple[str, ...]
    policy: Policy
    trust: tuple[TrustDifference, ...] = ()
    base: Base | None = None
    not_compared: str = ""
    whole_repo: bool = True
    """False where the call chooses servers, so that other entries of the lockfile are not its business."""
    is_named_by_call: bool = False
    """True where the call gives the command or address itself."""
    labels: frozenset[str] = frozenset()
    today: date = field(default_factory=date.today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The lockfiles of one side: ours, those of other systems, and what could not be read."""

    locks: Mapping[str, Lock] = field(default_factory=dict)
    others: tuple[OtherLock, ...] = ()
    problems: tuple[Finding, ...] = ()


Verify: TypeAlias = "Callable[[Sequence[Pin]], Callable[[], Sequence[PinEvidence]]]"
"""Begins to verify pins; what it gives waits for the evidence."""


def check(
    request: Request, tree: Tree, probes: Callable[[], Sequence[Probe]], verify: "Verify | None" = None
) -> Report:
    """Read and compare the lockfiles while the servers are being asked, then judge what came of both."""
    read, base = read_locks(request.lockfiles, tree), _read_base(request)
    pins = pins_to_verify(_chosen_entries(request, read.locks))
    evidence = verify(pins) if verify is not None and pins else None
    pairs = _pairs(request, tree, read, base, probes())
    findings = [
        *read.problems,
        *base.problems,
        *lock_problems(read.locks),
        *_trust_findings(request.trust),
        *(finding for pair in pairs for finding in troubles(pair)),
        *other_findings(read.others, _live(pairs)),
    ]
    if not read.locks and not read.others and not read.problems:
        findings.append(missing(request))
    reports = [_server_report(pair, request, read) for pair in pairs]
    if evidence is not None:
        verified = by_server(pins, evidence())
        reports = [replace(report, pins=verified.get(report.name, ())) for report in reports]
        findings.extend(found for report in reports for found in pin_findings(report.name, report.pins))
    if read.locks:
        unlocked = [report.name for report in reports if report.status is Status.UNLOCKED]
        findings.extend(state("server-unlocked", server=name, subject=name) for name in unlocked)
    if not pairs:
        findings.append(state("nothing-checked", subject="servers"))
    return judged(request, reports, findings, read.locks)


def _live(pairs: Iterable[Pair]) -> Mapping[str, Surface]:
    """Give what each server says, where it could be read whole."""
    return {
        pair.name: pair.probe.surface
        for pair in pairs
        if pair.probe is not None and pair.probe.surface is not None and pair.probe.is_complete
    }


def _chosen_entries(request: Request, locks: Mapping[str, Lock]) -> Iterable[Entry]:
    """Give the entries that the call is about: all of them, or those of the servers that it names."""
    names = {spec.name for spec in request.specs}
    for lock in locks.values():
        for entry in lock.entries:
            if request.whole_repo or entry.name in names:
                yield entry


def failed(error: ToolpinError) -> Report:
    """Report a run that could not begin, so that every format says why."""
    lines = tuple(error.diagnostics())
    return Report(
        result="error",
        conclusion=Conclusion.FAILURE,
        exit_code=error.exit_code,
        title=lines[0],
        drift_fingerprint="",
        commands=lines[1:],
        tool_version=__version__,
    )


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


def _read_base(request: Request) -> Read:
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
        for problem in (*lock.problems, *_unearned_tiers(lock)):
            found = state(
                problem.rule,
                server=problem.subject.rpartition(":")[0],
                subject=problem.subject,
                pointer=problem.pointer,
                args={**problem.args, "pointer": problem.pointer, "file": lock.file},
            )
            yield replace(found, file=lock.file, line=lines.line(problem.pointer))


def _unearned_tiers(lock: Lock) -> Iterable[Problem]:
    """Doubt a trust tier of ToolPin's that the evidence beside it does not carry."""
    for entry in lock.entries:
        trust = entry.document.get("trust")
        tier = trust.get("tier") if isinstance(trust, Mapping) else None
        if tier in (None, "unverified", "blocked"):
            continue
        from toolpin_ci.toolpin.trust import tier_is_earned

        if not tier_is_earned(entry.document, datetime.now(UTC)):
            yield Problem(
                rule="lock-integrity-mismatch",
                pointer=join("servers", entry.key, "trust", "tier"),
                subject=entry.key,
                args={"stored": tier, "found": "a lower tier"},
            )


def _trust_findings(trust: Iterable[TrustDifference]) -> Iterable[Finding]:
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


def missing(request: Request) -> Finding:
    """Say that there is no lockfile."""
    file = request.lockfiles[0]
    return replace(state("lockfile-missing", subject=file, args={"file": file}), file=file, line=1)


def _pairs(request: Request, tree: Tree, read: Read, base: Read, probes: Sequence[Probe]) -> tuple[Pair, ...]:
    locks, bases = read.locks, base.locks
    pairs = []
    seen: set[str] = set()
    asked = iter(probes)
    for spec in request.specs:
        probe = _captured(spec, tree) if spec.captured else next(asked)
        name = spec.name or _name_of(spec, probe, locks)
        seen.add(name)
        pairs.append(_pair(name, spec, probe, locks, bases))
    if request.whole_repo:
        known = {entry.name for lock in (*locks.values(), *bases.values()) for entry in lock.entries}
        pairs.extend(_pair(name, None, None, locks, bases) for name in sorted(known - seen))
    return tuple(_with_comparison(pair, request) for pair in pairs)


def _with_comparison(pair: Pair, request: Request) -> Pair:
    return replace(pair, compared=request.base is not None, is_named_by_call=request.is_named_by_call)


def _pair(
    name: str,
    spec: ServerSpec | None,
    probe: Probe | None,
    locks: Mapping[str, Lock],
    bases: Mapping[str, Lock],
) -> Pair:
    file, locked = _find(name, locks)
    return Pair(name=name, spec=spec, probe=probe, locked=locked, based=_find(name, bases)[1], lockfile=file)


def _find(name: str, locks: Mapping[str, Lock]) -> tuple[str, Entry | None]:
    for file, lock in locks.items():
        entry = lock.entry_of(name)
        if entry is not None:
            return file, entry
    return next(iter(locks), ""), None


def _name_of(spec: ServerSpec, probe: Probe, locks: Mapping[str, Lock]) -> str:
    """Name a server of the command line: the entry with its argv, else what it calls itself."""
    for lock in locks.values():
        for entry in lock.entries:
            if spec.command and entry.argv == spec.command:
                return entry.name
    return own_name(probe.surface) or spec.url or " ".join(spec.command)


def _captured(spec: ServerSpec, tree: Tree) -> Probe:
    raw = tree.read(spec.captured)
    try:
        surface, mismatches = from_json(parse(raw or b"", finite=True))
    except (JsonError, SurfaceError) as error:
        reason = error.message if raw is not None else "there is no such file"
        trouble = Trouble(code="captured-unreadable", message=f"{spec.captured}: {reason}")
        return Probe(unavailable={"server": trouble})
    if mismatches:
        message = f"{spec.captured}: {mismatches[0].pointer} is not what the definitions give"
        return Probe(unavailable={"server": Trouble(code="captured-unreadable", message=message)})
    return Probe(surface=surface, notes=(f"not probed: taken from {spec.captured}",))


def _server_report(pair: Pair, request: Request, read: Read) -> ServerReport:
    changes = [*declared_changes(pair), *undeclared_changes(pair)]
    changes = list(settle(changes, request.policy, request.today))
    lock = read.locks.get(pair.lockfile)
    if lock is not None and pair.locked is not None and changes:
        lines = LockLines(lock.text)
        changes = [_placed(change, pair.locked, lock.file, lines) for change in changes]
    live = pair.probe.surface if pair.probe is not None else None
    before = pair.based.surface if pair.based is not None and pair.compared else _surface(pair.locked)
    after = live or _surface(pair.locked)
    return ServerReport(
        name=pair.name,
        status=_status(pair, changes, read),
        changes=tuple(changes),
        unavailable=pair.probe.unavailable if pair.probe is not None else {},
        notes=pair.probe.notes if pair.probe is not None else (),
        protections=pair.probe.protections if pair.probe is not None else (),
        counts={name: sum(map(len, after.lists[name].values())) for name in LIST_NAMES if name in after.lists}
        if after is not None
        else {},
        tokens=_tokens(before, after),
        lockfile=pair.lockfile,
        source=pair.spec.source if pair.spec is not None else "",
        seconds=pair.probe.seconds if pair.probe is not None else 0.0,
    )


def _surface(entry: Entry | None) -> Surface | None:
    return entry.surface if entry is not None else None


def _tokens(before: Surface | None, after: Surface | None) -> Mapping[str, int]:
    from toolpin_ci.diff.cost import surface_tokens

    found: dict[str, int] = {}
    if after is not None:
        found["after"] = surface_tokens(after)
        same = before is not None and before.digest == after.digest
        if before is not None:
            found["before"] = found["after"] if same else surface_tokens(before)
    return found


def _placed(change: Finding, entry: Entry, file: str, lines: LockLines) -> Finding:
    subject = "" if change.area is Area.SERVER else change.subject
    pointer = surface_pointer(entry.key, _AREA_LISTS.get(change.area, ""), subject, change.pointer)
    return replace(change, file=file, line=lines.line(pointer))


def _status(pair: Pair, changes: Sequence[Finding], read: Read) -> Status:
    if pair.spec is not None and pair.spec.captured and pair.probe is not None and pair.probe.is_complete:
        return Status.NOT_PROBED
    if pair.probe is None and pair.locked is None:
        return Status.CHANGED
    if pair.probe is None or not pair.probe.is_complete:
        return Status.COULD_NOT_CHECK
    if pair.locked is None or pair.locked.surface is None:
        return _without_entry(pair, read)
    if pair.tampered or any(not change.declared for change in changes):
        return Status.DRIFTED
    return Status.CHANGED if changes else Status.UNCHANGED


def _without_entry(pair: Pair, read: Read) -> Status:
    """Say how a server stands that has no surface of ours: another system's lock may hold it."""
    if read.problems:
        return Status.COULD_NOT_CHECK
    if read.locks or not read.others or pair.probe is None:
        return Status.UNLOCKED
    drifted = any(other_findings(read.others, _live([pair])))
    return Status.DRIFTED if drifted else Status.UNCHANGED


def judged(
    request: Request, servers: Sequence[ServerReport], findings: Sequence[Finding], locks: Mapping[str, Lock]
) -> Report:
    """Apply the policy to everything that was found and give the report."""
    settled = settle(findings, request.policy, request.today)
    everything = [*(change for server in servers for change in server.changes), *settled]
    settled += tuple(_waiver_findings(request, everything))
    verdict = judge([*everything, *settled[len(findings) :]], request.policy, request.labels)
    return Report(
        result=verdict.result,
        conclusion=verdict.conclusion,
        exit_code=verdict.exit_code,
        title=verdict.title,
        drift_fingerprint=verdict.drift_fingerprint,
        servers=tuple(servers),
        findings=settled,
        base=request.base.commit if request.base is not None else "",
        not_compared=request.not_compared,
        lockfiles=tuple(locks) or request.lockfiles,
        enforcement=str(request.policy.enforcement),
        fail_on=str(request.policy.fail_on or "never"),
        approval_label=verdict.approval_label,
        approved=verdict.approved,
        commands=_next_commands(servers, request),
        tool_version=__version__,
    )


def _waiver_findings(request: Request, findings: Sequence[Finding]) -> Iterable[Finding]:
    for waiver in expired(request.policy, request.today):
        yield state(
            "waiver-expired",
            subject=waiver.fingerprint,
            args={"reason": waiver.reason, "expires": str(waiver.expires)},
        )
    for waiver in unused(request.policy, findings, request.today):
        yield state("waiver-unused", subject=waiver.fingerprint, args={"reason": waiver.reason})


def _next_commands(servers: Sequence[ServerReport], request: Request) -> tuple[str, ...]:
    """Say how to accept what is new: one command that renews the lockfile."""
    renew = [server for server in servers if server.status in (Status.DRIFTED, Status.UNLOCKED)]
    if not renew:
        return ()
    if request.is_named_by_call:
        spec = request.specs[0]
        return (
            "toolpin-ci lock -- " + _shell_words(spec.command)
            if spec.command
            else f"toolpin-ci lock --url {spec.url}",
        )
    if len(renew) == 1:
        return (f"toolpin-ci lock --server {_shell_words((renew[0].name,))}",)
    return ("toolpin-ci lock",)


def _shell_words(words: Iterable[str]) -> str:
    import shlex

    return shlex.join(words)
