"""Makes one report of the results of several jobs: judged as one, and nothing that was planned is lost."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolpin_ci.canon.wording import listed, quoted
from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import Finding, Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.model.report import Conclusion, Part, Report, ServerReport, Status
from toolpin_ci.model.surface import Trouble
from toolpin_ci.pipeline.judging import next_commands
from toolpin_ci.pipeline.lock_reports import merged_locks
from toolpin_ci.pipeline.stating import state
from toolpin_ci.policy import judge
from toolpin_ci.values import dataclass, replace

Plan = Mapping[int, Sequence[str]]
"""The servers of each shard."""

_WORST = (0, 3, 1, 2, 4)
"""Exit codes, from good to bad."""

_RESULTS = ("clean", "declared", "unchecked", "drift", "error")
"""From good to bad."""

_NO_RESULT = "look at that job's log and run it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lost:
    """Servers of the plan that no result speaks of."""

    shard: int
    names: Sequence[str]
    trouble: Trouble


def merge(parts: Sequence[Part], plan: Plan | None = None, labels: frozenset[str] = frozenset()) -> Report:
    """Judge all results together; a leg of the plan without a result is "could not check"."""
    if not parts and not plan:
        raise UsageError("no result was found", advice="name the files that the check jobs wrote")
    _refuse_repeats(parts)
    legs = _legs(parts, plan) if plan else {}
    failures = [part for part in parts if _has_failed(part)]
    lost = list(_lost(plan or {}, legs))
    if len(parts) == 1 and not lost:
        return _believed(parts[0], labels)
    reports = [part.report for part in parts if not _has_failed(part)]
    whole = _no_better(_judged(reports, lost, labels), reports)
    return _with_failures(whole, [part.report for part in failures], lost, len(plan or parts))


def _has_failed(part: Part) -> bool:
    """Tell a run that could not begin from one that found something."""
    return part.report.result == "error" and not part.report.servers


def _believed(part: Part, labels: frozenset[str]) -> Report:
    """Take a single result as it is, unless it claims to be better than what it lists."""
    report = part.report
    if _has_failed(part):
        return report
    claimed = {report.approval_label} if report.approved else set()
    verdict = _judged([report], [], labels | claimed)
    if _WORST.index(verdict.exit_code) <= _WORST.index(report.exit_code):
        return report
    return replace(
        report,
        result=verdict.result,
        conclusion=verdict.conclusion,
        exit_code=verdict.exit_code,
        title=verdict.title,
        drift_fingerprint=verdict.drift_fingerprint,
        approval_label=verdict.approval_label,
        approved=verdict.approved,
        commands=verdict.commands,
    )


def _refuse_repeats(parts: Sequence[Part]) -> None:
    """Refuse two results for the same shard or server: one of them would have to be believed."""
    seen: dict[object, str] = {}
    for part in parts:
        for what in (part.shard, *(server.name for server in part.report.servers)):
            if what and what in seen:
                shown = f"shard {what}" if what == part.shard else f"the server {quoted(str(what))}"
                raise UsageError(
                    f"{seen[what]} and {part.name} both speak of {shown}", advice="give each result once"
                )
            seen[what] = part.name


def _legs(parts: Sequence[Part], plan: Plan) -> Mapping[int, Part]:
    """Find the leg of every result; one that is of no leg, or of other servers than planned, is refused."""
    shards = {frozenset(names): shard for shard, names in plan.items()}
    found: dict[int, Part] = {}
    for part in parts:
        names = frozenset(server.name for server in part.report.servers)
        shard = part.shard or shards.get(names, 0)
        if shard not in plan and not (_has_failed(part) and not shard):
            raise UsageError(
                f"{part.name}: is of no shard of the plan", advice="give the results of this run"
            )
        if shard and not _has_failed(part) and names != frozenset(plan[shard]):
            odd = listed(sorted(quoted(name) for name in names ^ frozenset(plan[shard])))
            raise UsageError(f"{part.name}: has other servers than shard {shard} of the plan: {odd}")
        found[shard] = part
    return found


def _lost(plan: Plan, legs: Mapping[int, Part]) -> Iterator[_Lost]:
    for shard, names in sorted(plan.items()):
        part = legs.get(shard)
        if part is None:
            message = f"the job of shard {shard} left no result"
            trouble = Trouble(code="no-result", message=message, advice=_NO_RESULT)
        elif _has_failed(part):
            message = f"the job of shard {shard} failed: {part.report.title}"
            trouble = Trouble(code="shard-failed", message=message, advice=part.report.advice)
        else:
            continue
        yield _Lost(shard=shard, names=names, trouble=trouble)


def _judged(reports: Sequence[Report], lost: Sequence[_Lost], labels: frozenset[str]) -> Report:
    """Put servers and findings together and judge them as one check would have."""
    policy = _policy(reports)
    missing = [(name, one.trouble) for one in lost for name in one.names]
    servers = sorted(
        [*(server for report in reports for server in report.servers), *(_unknown(*one) for one in missing)],
        key=lambda server: server.name,
    )
    findings = (*_findings(reports), *(_finding(*one) for one in missing))
    verdict = judge([*(change for one in servers for change in one.changes), *findings], policy, labels)
    first = next(iter(reports), None)
    return Report(
        result=verdict.result,
        conclusion=verdict.conclusion,
        exit_code=verdict.exit_code,
        title=verdict.title,
        drift_fingerprint=verdict.drift_fingerprint,
        servers=tuple(servers),
        findings=findings,
        base=first.base if first else "",
        not_compared=first.not_compared if first else "no job could compare",
        notes=tuple(dict.fromkeys(note for report in reports for note in report.notes)),
        lockfiles=tuple(dict.fromkeys(name for report in reports for name in report.lockfiles)),
        locks=merged_locks(lock for report in reports for lock in report.locks),
        enforcement=str(policy.enforcement),
        unknown=str(policy.on_unknown),
        unavailable=str(policy.unavailable),
        fail_on=str(policy.fail_on or "never"),
        approval_label=verdict.approval_label,
        approved=verdict.approved,
        commands=next_commands(servers),
        tool_version=first.tool_version if first else "",
    )


def _policy(reports: Sequence[Report]) -> Policy:
    """Read the policy that all results were judged by."""
    said = {(one.enforcement, one.unknown, one.unavailable, one.fail_on, one.base) for one in reports}
    if len(said) > 1:
        raise UsageError(
            "the results were not made by the same policy and base", advice="give the results of one run"
        )
    for enforcement, unknown, unavailable, fail_on, _ in said:
        try:
            return Policy(
                enforcement=Enforcement(enforcement or "block"),
                unknown=Unknown(unknown) if unknown else None,
                unavailable=Unavailable(unavailable or "block"),
                fail_on=None if fail_on == "never" else Severity(fail_on or "critical"),
            )
        except ValueError as error:
            raise UsageError(f"a result has a policy that we do not know: {error}") from error
    return Policy()


def _unknown(name: str, trouble: Trouble) -> ServerReport:
    return ServerReport(name=name, status=Status.COULD_NOT_CHECK, unavailable={"server": trouble})


def _finding(name: str, trouble: Trouble) -> Finding:
    return state("server-could-not-check", server=name, subject=name, args={"reason": trouble.message})


def _findings(reports: Sequence[Report]) -> Iterable[Finding]:
    """Tell what every job says of the whole repository once; a waiver is unused only where all say so."""
    counted: dict[tuple[object, ...], list[Finding]] = {}
    for report in reports:
        for one in report.findings:
            counted.setdefault((one.rule, one.fingerprint, one.declared, one.file, one.line), []).append(one)
    return tuple(
        found[0]
        for found in counted.values()
        if found[0].rule != "waiver-unused" or len(found) == len(reports)
    )


def _no_better(whole: Report, reports: Sequence[Report]) -> Report:
    """Keep what a job said of itself where we would be milder, but for an approval of the whole."""
    own = [one for one in reports if not (whole.approved and one.conclusion is Conclusion.ACTION_REQUIRED)]
    code = max((whole.exit_code, *(one.exit_code for one in own)), key=_WORST.index)
    if code == whole.exit_code:
        return whole
    return replace(
        whole,
        exit_code=code,
        conclusion=Conclusion.FAILURE,
        result=max((whole.result, *(one.result for one in own)), key=_RESULTS.index),
        title=next(one.title for one in own if one.exit_code == code),
    )


def _with_failures(whole: Report, failed: Sequence[Report], lost: Sequence[_Lost], jobs: int) -> Report:
    """Let a job that failed, or that left nothing, be no better than "could not check" under any policy."""
    if not failed and not lost:
        return whole
    codes = [whole.exit_code, *(report.exit_code for report in failed), *(3 for _ in lost)]
    said = f"{max(len(lost), len(failed))} of {jobs} jobs gave no result"
    return replace(
        whole,
        result="error" if failed else whole.result,
        exit_code=max(codes, key=_WORST.index),
        conclusion=Conclusion.FAILURE,
        title=f"{said}; {failed[0].title if failed and not lost else whole.title}",
    )
