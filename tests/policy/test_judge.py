from dataclasses import replace
from datetime import date

import pytest

from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown, Waiver
from toolpin_ci.model.report import Conclusion
from toolpin_ci.pipeline.stating import graded, state
from toolpin_ci.policy import judge, settle
from toolpin_ci.policy.waive import expired, unused

TODAY = date(2026, 11, 18)
OLD = assemble({}, {"tools": [{"name": "a", "description": "One."}]})
NEW = assemble({}, {"tools": [{"name": "a", "description": "Two."}]})
MORE = assemble({}, {"tools": [{"name": "a", "description": "One."}, {"name": "b"}]})
CHANGED = tuple(graded("s", OLD, NEW, declared=False))
ADDED = tuple(graded("s", OLD, MORE, declared=False))


@pytest.mark.parametrize("enforcement", Enforcement)
@pytest.mark.parametrize("unknown", Unknown)
def test_a_changed_tool_obeys_enforcement_and_an_unknown_one_its_own_setting(
    enforcement: Enforcement, unknown: Unknown
) -> None:
    policy = Policy(enforcement=enforcement, unknown=unknown)
    assert judge(CHANGED, policy).exit_code == (1 if enforcement is Enforcement.BLOCK else 0)
    assert judge(ADDED, policy).exit_code == (1 if unknown is Unknown.BLOCK else 0)
    both = judge((*CHANGED, *ADDED), policy)
    blocked = Enforcement.BLOCK is enforcement or Unknown.BLOCK is unknown
    warned = Enforcement.WARN is enforcement or Unknown.WARN is unknown
    expected = Conclusion.FAILURE if blocked else Conclusion.NEUTRAL if warned else Conclusion.SUCCESS
    assert both.conclusion is expected
    assert both.result == "drift"


def test_an_unset_unknown_follows_enforcement() -> None:
    for enforcement, code in ((Enforcement.BLOCK, 1), (Enforcement.WARN, 0), (Enforcement.AUDIT, 0)):
        assert judge(ADDED, Policy(enforcement=enforcement)).exit_code == code


def declared(findings: tuple[Finding, ...], severity: str = "critical") -> tuple[Finding, ...]:
    moved = Policy(rules={finding.rule: type(findings[0].severity)(severity) for finding in findings})
    return settle((replace(finding, declared=True) for finding in findings), moved, TODAY)


def test_a_declared_change_at_the_threshold_needs_exactly_its_label() -> None:
    critical = declared(CHANGED)
    waiting = judge(critical, Policy())
    assert (waiting.exit_code, waiting.conclusion) == (1, Conclusion.ACTION_REQUIRED)
    assert waiting.approval_label == "toolpin-ok-" + waiting.drift_fingerprint[:12]
    assert judge(critical, Policy(), frozenset((waiting.approval_label,))).exit_code == 0
    other = judge(declared(ADDED), Policy(), frozenset((waiting.approval_label,)))
    assert other.exit_code == 1
    assert judge(declared(CHANGED, "breaking"), Policy()).exit_code == 0
    assert judge(critical, Policy(fail_on=None)).exit_code == 0


def test_a_label_never_covers_undeclared_drift() -> None:
    label = judge(CHANGED, Policy()).drift_fingerprint[:12]
    assert judge(CHANGED, Policy(), frozenset((f"toolpin-ok-{label}",))).exit_code == 1


def test_of_several_exit_codes_2_wins_then_1_then_3() -> None:
    silent = state("server-could-not-check", server="s", subject="s", args={"reason": "x"})
    unusable = state("lockfile-unreadable", subject="f", args={"reason": "x"})
    assert judge([silent], Policy()).exit_code == 3
    assert judge([silent, *CHANGED], Policy()).exit_code == 1
    assert judge([silent, *CHANGED, unusable], Policy()).exit_code == 2
    assert judge([silent], Policy(unavailable=Unavailable.WARN)).conclusion is Conclusion.NEUTRAL


def test_a_tampered_lockfile_fails_also_under_audit() -> None:
    args = {"stored": "x", "found": "y", "pointer": "/p"}
    broken = state("lock-integrity-mismatch", subject="s:generic", args=args)
    assert judge([broken], Policy(enforcement=Enforcement.AUDIT)).exit_code == 1


def test_a_waiver_covers_one_fingerprint_until_its_day() -> None:
    waiver = Waiver(fingerprint=CHANGED[0].fingerprint, reason="agreed", expires=TODAY)
    policy = Policy(waivers=(waiver,))
    settled = settle(CHANGED, policy, TODAY)
    assert settled[0].waived == "agreed"
    assert judge(settled, policy).exit_code == 0
    tomorrow = date(2026, 11, 19)
    assert judge(settle(CHANGED, policy, tomorrow), policy).exit_code == 1
    assert expired(policy, tomorrow) == (waiver,)
    assert unused(policy, ADDED, TODAY) == (waiver,)


def test_new_words_have_a_new_fingerprint() -> None:
    again = assemble({}, {"tools": [{"name": "a", "description": "Three."}]})
    assert {f.fingerprint for f in graded("s", OLD, again, declared=False)}.isdisjoint(
        f.fingerprint for f in CHANGED
    )


def test_a_rule_that_is_off_is_silent() -> None:
    policy = Policy(rules={finding.rule: None for finding in CHANGED})
    assert settle(CHANGED, policy, TODAY) == ()


def test_an_approval_that_would_not_do_is_not_asked_for() -> None:
    unread = state("server-could-not-check", subject="t", args={"reason": "no answer"})
    verdict = judge((*declared(CHANGED), unread), Policy())
    assert (verdict.exit_code, verdict.conclusion) == (1, Conclusion.FAILURE)
    assert verdict.title == "1 thing could not be checked, 1 declared change: do not merge yet"
    approved = judge((*declared(CHANGED), unread), Policy(), frozenset((verdict.approval_label,)))
    assert (approved.exit_code, approved.conclusion) == (3, Conclusion.FAILURE)


def test_the_title_says_that_a_label_has_approved() -> None:
    waiting = judge(declared(CHANGED), Policy())
    approved = judge(declared(CHANGED), Policy(), frozenset((waiting.approval_label,)))
    assert (waiting.title, approved.title) == (
        "1 declared change: approval needed",
        "1 declared change: approved",
    )
