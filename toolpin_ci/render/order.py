"""Sorts and groups findings for readers: worst first, what belongs together side by side."""

from collections import Counter
from collections.abc import Iterable, Mapping

from toolpin_ci.model.breaches import UNREAD_RULES
from toolpin_ci.model.finding import Action, Area, Finding, Severity
from toolpin_ci.model.report import PinEvidence, PinState, Report, ServerReport, Status
from toolpin_ci.values import dataclass

_STATUS_ORDER = (
    Status.DRIFTED,
    Status.UNLOCKED,
    Status.COULD_NOT_CHECK,
    Status.CHANGED,
    Status.NOT_PROBED,
    Status.UNCHANGED,
)
_PIN_ORDER = (PinState.FAILED, PinState.UNAVAILABLE, PinState.DECLARED, PinState.PASSED)


@dataclass(frozen=True, slots=True)
class Group:
    """All findings about one thing on one side of the two comparisons, worst first."""

    server: str
    area: Area
    subject: str
    declared: bool
    findings: tuple[Finding, ...]

    @property
    def severity(self) -> Severity:
        """Give the worst; a waived finding counts only where all are waived."""
        live = [finding for finding in self.findings if not finding.waived]
        return min((f.severity for f in live or self.findings), key=lambda severity: severity.rank)

    @property
    def action(self) -> Action:
        """Say what happened to the whole thing."""
        whole = [
            f.action
            for f in self.findings
            if f.action is Action.RENAMED or (not f.pointer and f.action is not Action.CHANGED)
        ]
        return whole[0] if whole else Action.CHANGED


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort by severity, then undeclared before declared, then by place: equal runs give equal lists."""
    return tuple(sorted(findings, key=_rank))


def _rank(finding: Finding) -> tuple[bool, int, bool, str, str, str, str, str]:
    place = (finding.server, finding.area, finding.subject, finding.pointer, finding.rule)
    return (bool(finding.waived), finding.severity.rank, finding.declared, *place)


def everything(report: Report) -> tuple[Finding, ...]:
    """Give all findings of a run, worst first."""
    return worst_first([*report.findings, *(c for server in report.servers for c in server.changes)])


def general(report: Report) -> tuple[Finding, ...]:
    """Give the findings that belong to no server of the report."""
    names = {server.name for server in report.servers}
    return tuple(finding for finding in report.findings if finding.server not in names)


def of_server(report: Report, server: ServerReport) -> tuple[Finding, ...]:
    """Give all that was found about a server; why it could not be checked stands in `unavailable` already."""
    known = UNREAD_RULES if server.unavailable else frozenset()
    others = [f for f in report.findings if f.server == server.name and f.rule not in known]
    return (*server.changes, *others)


def told(report: Report) -> tuple[Finding, ...]:
    """Give all findings but those that only repeat why something could not be checked, worst first."""
    return worst_first([*general(report), *(f for s in report.servers for f in of_server(report, s))])


def groups(findings: Iterable[Finding]) -> tuple[Group, ...]:
    """Put findings about the same thing together, the group with the worst one first."""
    found: dict[tuple[str, Area, str, bool], list[Finding]] = {}
    for finding in worst_first(findings):
        key = (finding.server, finding.area, finding.subject, finding.declared)
        found.setdefault(key, []).append(finding)
    made = [Group(*key, tuple(members)) for key, members in found.items()]
    return tuple(sorted(made, key=lambda group: (group.severity.rank, -len(group.findings), group.subject)))


def severities(findings: Iterable[Finding]) -> Mapping[Severity, int]:
    """Count by severity, worst first, without zeros."""
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity if counts[severity]}


def servers_in_order(report: Report) -> tuple[ServerReport, ...]:
    """Put servers that need attention first."""
    return tuple(sorted(report.servers, key=lambda server: (_STATUS_ORDER.index(server.status), server.name)))


def pins_in_order(pins: Iterable[PinEvidence]) -> tuple[PinEvidence, ...]:
    """Put pins that failed first."""
    return tuple(sorted(pins, key=lambda pin: (_PIN_ORDER.index(pin.state), pin.kind, pin.subject)))


def plural(number: int, one: str, many: str = "") -> str:
    """Count things in words."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_words(counts: Mapping[Severity, int]) -> str:
    """Say how many of which severity."""
    return ", ".join(f"{number:,} {severity}" for severity, number in counts.items())
