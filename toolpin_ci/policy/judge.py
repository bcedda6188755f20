"""Turns findings into one verdict: exit code, conclusion, and whether an approval is missing."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from toolpin_ci.model.breaches import MANNERS, UNREAD_RULES
from toolpin_ci.model.finding import Action, Area, Finding, Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.model.report import Conclusion
from toolpin_ci.values import dataclass

UNREADABLE = frozenset(("lockfile-unreadable", "config-unusable"))
TAMPERED = frozenset(
    (
        *("lock-integrity-mismatch", "lock-digest-mismatch", "lock-member-malformed", "lock-evidence-forged"),
        *("lock-pin-removed", "pin-record-removed", "other-lock-inconsistent", "lock-signature-invalid"),
    )
)
UNCHECKED = UNREAD_RULES | {"pin-unavailable", "base-unreadable", "other-lock-unchecked"}
ADVISORY = MANNERS | {
    "waiver-expired",
    "waiver-unused",
    "context-budget-exceeded",
    "client-config-missing",
}
_LABEL = "toolpin-ok-"
_LABEL_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the gate says."""

    exit_code: int
    conclusion: Conclusion
    result: str
    title: str
    drift_fingerprint: str
    approval_label: str = ""
    """The label that would let declared changes pass; empty where none is needed."""
    approved: bool = False


def drift_fingerprint(findings: Iterable[Finding]) -> str:
    """Name a set of changes: equal drift has an equal name, in any order."""
    names = sorted(finding.fingerprint for finding in findings if _is_change(finding))
    return sha256("\n".join(names).encode("ascii", "backslashreplace")).hexdigest()


def _is_change(finding: Finding) -> bool:
    return finding.rule not in UNCHECKED | ADVISORY and not finding.waived


def judge(findings: Sequence[Finding], policy: Policy, labels: frozenset[str] = frozenset()) -> Verdict:
    """Weigh all findings of a run; the worst of exit 2, 1, 3 and 0 stands."""
    open_findings = [finding for finding in findings if not finding.waived]
    name = drift_fingerprint(findings)
    label = _LABEL + name[:_LABEL_DIGITS]
    needy = [finding for finding in open_findings if finding.declared and _needs_approval(finding, policy)]
    approved = label in labels
    blocking = [finding for finding in open_findings if not finding.declared and _blocks(finding, policy)]
    unreadable = [finding for finding in blocking if finding.rule in UNREADABLE]
    unchecked = [finding for finding in blocking if finding.rule in UNCHECKED]
    refused = [finding for finding in blocking if finding.rule not in UNREADABLE | UNCHECKED]
    waiting = needy if not approved else []
    exit_code = _exit_code(unreadable, [*refused, *waiting], unchecked)
    return Verdict(
        exit_code=exit_code,
        conclusion=_conclusion(exit_code, [*refused, *unchecked], open_findings, policy),
        result=_result(open_findings),
        title=_title(open_findings, waiting, exit_code, approved=approved and bool(needy)),
        drift_fingerprint=name,
        approval_label=label if needy else "",
        approved=approved and bool(needy),
    )


def _needs_approval(finding: Finding, policy: Policy) -> bool:
    return policy.fail_on is not None and finding.severity.rank <= policy.fail_on.rank


def _blocks(finding: Finding, policy: Policy) -> bool:
    if finding.rule in ADVISORY:
        return False
    if finding.rule in UNREADABLE | TAMPERED:
        return True
    if finding.rule in UNCHECKED:
        return policy.unavailable is Unavailable.BLOCK
    if is_unknown_tool(finding):
        return policy.on_unknown is Unknown.BLOCK
    return policy.enforcement is Enforcement.BLOCK


def _warns(finding: Finding, policy: Policy) -> bool:
    if finding.declared or finding.rule in ADVISORY:
        return False
    if finding.rule in UNCHECKED:
        return policy.unavailable is Unavailable.WARN
    if is_unknown_tool(finding):
        return policy.on_unknown is Unknown.WARN
    return policy.enforcement is Enforcement.WARN


def is_unknown_tool(finding: Finding) -> bool:
    """Tell a live tool that the lock does not know from every other drift."""
    return finding.area is Area.TOOL and finding.action is Action.ADDED and not finding.pointer


def _exit_code(unreadable: list[Finding], refused: list[Finding], unchecked: list[Finding]) -> int:
    if unreadable:
        return 2
    if refused:
        return 1
    return 3 if unchecked else 0


def _conclusion(
    exit_code: int, failing: list[Finding], findings: list[Finding], policy: Policy
) -> Conclusion:
    if exit_code == 1 and not failing:  # an approval would do
        return Conclusion.ACTION_REQUIRED
    if exit_code:
        return Conclusion.FAILURE
    if any(_warns(finding, policy) for finding in findings):
        return Conclusion.NEUTRAL
    return Conclusion.SUCCESS


def _result(findings: list[Finding]) -> str:
    if any(finding.rule in UNREADABLE for finding in findings):
        return "error"
    relevant = [finding for finding in findings if finding.rule not in ADVISORY]
    if any(not finding.declared and finding.rule not in UNCHECKED for finding in relevant):
        return "drift"
    if any(finding.rule in UNCHECKED for finding in relevant):
        return "unchecked"
    return "declared" if relevant else "clean"


def _title(findings: list[Finding], waiting: list[Finding], exit_code: int, *, approved: bool) -> str:
    unreadable = sum(finding.rule in UNREADABLE for finding in findings)
    unchecked = sum(finding.rule in UNCHECKED for finding in findings)
    undeclared = sum(
        not finding.declared and finding.rule not in UNREADABLE | UNCHECKED | ADVISORY for finding in findings
    )
    declared = sum(finding.declared for finding in findings)
    parts = [
        _count(unreadable, "unusable file"),
        _count(undeclared, "undeclared change"),
        _count(unchecked, "thing could not be checked", "things could not be checked"),
        _count(declared, "declared change"),
    ]
    said = ", ".join(part for part in parts if part)
    if not said:
        return "No change in what agents are offered"
    advice = {0: "approved" if approved else "", 2: "mend it first"}.get(exit_code, "do not merge yet")
    if waiting and not undeclared and not unchecked and exit_code == 1:
        advice = "approval needed"
    return f"{said}: {advice}" if advice else said


def _count(number: int, one: str, many: str = "") -> str:
    if not number:
        return ""
    return f"{number} {one if number == 1 else many or one + 's'}"


def worst(findings: Iterable[Finding]) -> Severity | None:
    """Give the worst severity among findings."""
    return min((finding.severity for finding in findings), key=lambda severity: severity.rank, default=None)
