"""Applies what the policy moved: severities, rules that are off, and waivers."""

from collections.abc import Iterable
from datetime import date

from toolpin_ci.model.finding import Finding
from toolpin_ci.model.policy import Policy, Waiver
from toolpin_ci.values import replace


def settle(findings: Iterable[Finding], policy: Policy, today: date) -> tuple[Finding, ...]:
    """Give the findings with the policy's severities, without rules that are off, waived ones marked."""
    settled = []
    for finding in findings:
        severity = policy.rules.get(finding.rule, finding.severity)
        if severity is None:
            continue
        waiver = _waiver(finding, policy, today)
        settled.append(replace(finding, severity=severity, waived=waiver.reason if waiver else ""))
    return tuple(settled)


def _waiver(finding: Finding, policy: Policy, today: date) -> Waiver | None:
    return next((waiver for waiver in policy.waivers if waiver.covers(finding.fingerprint, today)), None)


def expired(policy: Policy, today: date) -> tuple[Waiver, ...]:
    """Give the waivers whose last day has passed."""
    return tuple(waiver for waiver in policy.waivers if waiver.expires is not None and waiver.expires < today)


def unused(policy: Policy, findings: Iterable[Finding], today: date) -> tuple[Waiver, ...]:
    """Give the waivers that still count and cover nothing."""
    seen = {finding.fingerprint for finding in findings}
    spent = expired(policy, today)
    return tuple(w for w in policy.waivers if w not in spent and w.fingerprint not in seen)
