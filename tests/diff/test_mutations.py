"""Small changes of a surface, each a file: what is reported, what is silent, and how it is graded."""

from pathlib import Path

import pytest

from tools.mutation_score import MUTATIONS, WANTED_PERCENT, Case, cases, main

PUBLISHED = list(cases(MUTATIONS))
OURS = list(cases(Path(__file__).resolve().parent / "cases"))


def _name(case: Case) -> str:
    return case.id


@pytest.mark.parametrize("case", [case for case in PUBLISHED if case.changed], ids=_name)
def test_every_change_is_reported(case: Case) -> None:
    assert case.findings


@pytest.mark.parametrize("case", [case for case in PUBLISHED if case.strict and not case.changed], ids=_name)
def test_what_is_no_change_is_silent(case: Case) -> None:
    assert case.findings == ()


@pytest.mark.parametrize("case", [case for case in PUBLISHED if not case.strict], ids=_name)
def test_what_means_the_same_is_at_most_info(case: Case) -> None:
    assert case.worst in ("none", "info")


def test_severities_are_as_expected() -> None:
    changed = [case for case in PUBLISHED if case.changed]
    graded = [case for case in changed if case.worst == case.severity]
    assert 100 * len(graded) >= WANTED_PERCENT * len(changed)


@pytest.mark.parametrize("case", OURS, ids=_name)
def test_our_own_cases_are_graded_by_the_rule_that_we_chose(case: Case) -> None:
    found = next(((finding.rule, str(finding.severity)) for finding in case.findings), ("none", "none"))
    assert found == (case.rule, case.severity)


@pytest.mark.parametrize("case", [*PUBLISHED, *OURS], ids=_name)
def test_nothing_is_reported_twice(case: Case) -> None:
    places = [(finding.rule, finding.subject, finding.pointer) for finding in case.findings]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("case", [*PUBLISHED, *OURS], ids=_name)
def test_fingerprints_are_apart(case: Case) -> None:
    prints = [finding.fingerprint for finding in case.findings]
    assert len(prints) == len(set(prints))


def test_the_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert "changes reported      102 of 102" in capsys.readouterr().out
