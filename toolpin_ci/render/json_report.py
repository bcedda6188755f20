"""Writes reports and changes as JSON: `toolpin-ci.report/1` and `toolpin-ci.diff/1`."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.text import pretty
from toolpin_ci.model.finding import ABSENT, Absent, Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.report import LockReport, PinEvidence, Report, ServerReport
from toolpin_ci.model.surface import Trouble
from toolpin_ci.render.options import RenderOptions
from toolpin_ci.render.order import pins_in_order, worst_first
from toolpin_ci.render.quote import terminal

REPORT_SCHEMA = "toolpin-ci.report/1"
DIFF_SCHEMA = "toolpin-ci.diff/1"


def render(report: Report, options: RenderOptions) -> str:
    """Write the whole report."""
    return pretty(report_document(report, options)) + "\n"


def render_changes(findings: Sequence[Finding], options: RenderOptions) -> str:
    """Write what `diff` found."""
    del options
    changes: list[Json] = [change_document(finding) for finding in worst_first(findings)]
    return pretty({"schema": DIFF_SCHEMA, "changes": changes}) + "\n"


def report_document(report: Report, options: RenderOptions) -> JsonObject:
    """Give the report as a JSON value."""
    return {
        "schema": REPORT_SCHEMA,
        "result": report.result,
        "conclusion": str(report.conclusion),
        "exitCode": report.exit_code,
        "title": report.title,
        "driftFingerprint": report.drift_fingerprint,
        "servers": [_server(server) for server in report.servers],
        "findings": [finding_document(finding) for finding in worst_first(report.findings)],
        "approved": report.approved,
        "lockfiles": list(report.lockfiles),
        "commands": list(report.commands),
        **_present(
            advice=report.advice,
            base=report.base,
            head=options.head,
            notCompared=report.not_compared,
            enforcement=report.enforcement,
            failOn=report.fail_on,
            onUnavailable=report.unavailable,
            onUnknown=report.unknown,
            shard=options.shard or ABSENT,
            approvalLabel=report.approval_label,
            toolVersion=report.tool_version,
            notes=list(report.notes) or ABSENT,
            locks=[_lock(lock) for lock in report.locks] or ABSENT,
        ),
    }


def change_document(finding: Finding) -> JsonObject:
    """Give one change as `diff` prints it."""
    values = (("old", finding.old), ("new", finding.new))
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "area": str(finding.area),
        "action": str(finding.action),
        "subject": finding.subject,
        "pointer": finding.pointer,
        "message": finding.message.fill(terminal),
        **{name: value for name, value in values if not isinstance(value, Absent)},
    }


def finding_document(finding: Finding) -> JsonObject:
    """Give one change or finding of a report: it says whether it was declared, and its fingerprint."""
    return {
        **change_document(finding),
        "declared": finding.declared,
        "fingerprint": finding.fingerprint,
        **_present(
            server=finding.server, file=finding.file, line=finding.line or ABSENT, waived=finding.waived
        ),
    }


def _lock(lock: LockReport) -> JsonObject:
    return {
        "file": lock.file,
        "verdict": str(lock.verdict),
        **_present(
            system=lock.system, servers=list(lock.servers) or ABSENT, notes=list(lock.notes) or ABSENT
        ),
    }


def _server(server: ServerReport) -> JsonObject:
    return {
        "name": server.name,
        "status": str(server.status),
        "changes": [finding_document(finding) for finding in worst_first(server.changes)],
        "pins": [_pin(pin) for pin in pins_in_order(server.pins)],
        "protections": list(server.protections),
        "counts": dict(server.counts),
        "tokens": dict(server.tokens),
        "notes": list(server.notes),
        "unavailable": {name: _trouble(trouble) for name, trouble in sorted(server.unavailable.items())},
        **_present(lockfile=server.lockfile, source=server.source),
    }


def _pin(pin: PinEvidence) -> JsonObject:
    return {
        "kind": pin.kind,
        "subject": pin.subject,
        "state": str(pin.state),
        "required": pin.required,
        **_present(
            locked=pin.locked,
            found=pin.found,
            method=pin.method,
            anchor=pin.anchor,
            code=pin.code,
            reason=pin.reason,
            identifier=pin.identifier,
            version=pin.version,
            verifiedAt=pin.verified_at,
            files=dict(pin.files) or ABSENT,
            notes=list(pin.notes) or ABSENT,
        ),
    }


def _trouble(trouble: Trouble) -> JsonObject:
    return {
        "code": trouble.code,
        "message": trouble.message,
        **_present(advice=trouble.advice, log=trouble.log, limit=trouble.limit),
    }


def _present(**members: Json | Absent) -> Mapping[str, Json]:
    """Leave out what is absent; an empty text is absent here."""
    return {key: value for key, value in members.items() if not isinstance(value, Absent) and value != ""}
