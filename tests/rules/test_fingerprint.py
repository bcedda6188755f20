"""A fingerprint names what a finding is about and nothing else."""

from dataclasses import replace

import pytest

from toolpin_ci.model.finding import ABSENT, Action, Area, Change, Finding, Severity
from toolpin_ci.model.jsonvalue import Json, Number
from toolpin_ci.rules import grade, rule
from toolpin_ci.rules.fingerprint import fingerprint
from toolpin_ci.rules.grading import found_by

CHANGE = Change(
    area=Area.TOOL,
    action=Action.CHANGED,
    aspect="description",
    subject="read_file",
    pointer="/description",
    old="Read.",
    new="Read it.",
)


def _print(change: Change, server: str = "files") -> str:
    (finding,) = grade([change], server=server)
    return finding.fingerprint


def test_it_is_a_sha256_in_hex() -> None:
    assert len(_print(CHANGE)) == 64
    assert set(_print(CHANGE)) <= set("0123456789abcdef")


def test_wording_and_severity_do_not_enter() -> None:
    other = replace(rule("tool-description-changed"), severity=Severity.INFO, message="x", title="y", why="z")
    finding: Finding = found_by(other, CHANGE, server="files")
    assert finding.fingerprint == _print(CHANGE)


@pytest.mark.parametrize(
    "other",
    [
        replace(CHANGE, subject="write_file"),
        replace(CHANGE, pointer="/title"),
        replace(CHANGE, new="Read it all."),
        replace(CHANGE, aspect="title"),
    ],
)
def test_rule_subject_place_and_new_value_enter(other: Change) -> None:
    assert _print(other) != _print(CHANGE)


def test_the_server_enters() -> None:
    assert _print(CHANGE, server="other") != _print(CHANGE)


def test_the_old_value_enters_only_where_it_was_removed() -> None:
    assert _print(replace(CHANGE, old="Anything.")) == _print(CHANGE)
    removed = replace(CHANGE, action=Action.REMOVED, new=ABSENT)
    assert _print(removed) != _print(replace(removed, old="Anything."))


@pytest.mark.parametrize(("one", "other"), [(True, 1), ("1", 1), (None, "null"), ([], {})])
def test_values_of_different_types_differ(one: Json, other: Json) -> None:
    assert fingerprint("r", "s", "t", "/p", one) != fingerprint("r", "s", "t", "/p", other)


def test_numbers_go_by_value() -> None:
    assert fingerprint("r", "s", "t", "/p", Number("1.0")) == fingerprint("r", "s", "t", "/p", 1)


def test_parts_cannot_run_into_each_other() -> None:
    assert fingerprint("r", "ab", "c", "/p", 1) != fingerprint("r", "a", "bc", "/p", 1)
