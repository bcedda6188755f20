"""Applies the policy to everything that was found, and gives the report."""

from collections.abc import Iterable, Sequence

from toolpin_ci import __version__
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.report import Conclusion, LockReport, LockVerdict, Report, ServerReport, Status
from toolpin_ci.pipeline.request import Request
from toolpin_ci.pipeline.stating import state
from toolpin_ci.policy import judge, settle
from toolpin_ci.policy.waive import expired, unused


def judged(
    request: Request,
    servers: Sequence[ServerReport],
    findings: Sequence[Finding],
    locks: Sequence[LockReport],
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
        notes=request.notes,
        lockfiles=tuple(lock.file for lock in locks) or request.lockfiles,
        locks=tuple(locks),
        enforcement=str(request.policy.enforcement),
        unknown=str(request.policy.on_unknown),
        unavailable=str(request.policy.unavailable),
        fail_on=str(request.policy.fail_on or "never"),
        approval_label=verdict.approval_label,
        approved=verdict.approved,
        commands=(*_ours_again(request, servers), *others_again(locks)),
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


def others_again(locks: Iterable[LockReport]) -> tuple[str, ...]:
    """Say how to accept what is new for lockfiles of other systems."""
    drifted = [lock.renewed_by for lock in locks if lock.verdict is LockVerdict.DRIFTED and lock.renewed_by]
    return tuple(dict.fromkeys(drifted))


def _ours_again(request: Request, servers: Sequence[ServerReport]) -> tuple[str, ...]:
    own = request.is_named_by_call
    return _own_command(request, servers) if own else next_commands(servers, request.repeated)


def next_commands(servers: Sequence[ServerReport], repeated: Sequence[str] = ()) -> tuple[str, ...]:
    """Say how to accept what is new: one command that renews the lockfile."""
    renew = _to_renew(servers)
    if not renew:
        return ()
    one = ["--server", *renew] if len(renew) == 1 else []
    return (_shell_words(["toolpin-ci", "lock", *repeated, *one]),)


def _own_command(request: Request, servers: Sequence[ServerReport]) -> tuple[str, ...]:
    """Say the same for the one server that the call itself describes."""
    if not _to_renew(servers):
        return ()
    spec = request.specs[0]
    words = ["--", *spec.command] if spec.command else ["--url", spec.url]
    return (_shell_words(["toolpin-ci", "lock", *request.repeated, *words]),)


def _to_renew(servers: Sequence[ServerReport]) -> list[str]:
    return [server.name for server in servers if _is_ours_to_renew(server)]


def _is_ours_to_renew(server: ServerReport) -> bool:
    """Tell drift from our lockfile from drift that only another system's lockfile knows."""
    if server.status is Status.DRIFTED:
        return any(not change.declared for change in server.changes)
    return server.status is Status.UNLOCKED


def _shell_words(words: Iterable[str]) -> str:
    import shlex

    return shlex.join(words)


def failed(error: ToolpinError) -> Report:
    """Report a run that could not begin, so that every format says why."""
    title, *advice = error.diagnostics()
    return Report(
        result="error",
        conclusion=Conclusion.FAILURE,
        exit_code=error.exit_code,
        title=title,
        drift_fingerprint="",
        advice="\n".join(advice),
        tool_version=__version__,
    )
