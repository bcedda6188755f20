"""Flags over the configuration over defaults."""

import pytest

from toolpin_ci.errors import UsageError
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.policy.flags import with_flags

FLAGS = ("enforcement", "unknown", "unavailable", "fail-on")
FILE = Policy(enforcement=Enforcement.WARN, fail_on=Severity.RISKY, unavailable=Unavailable.WARN)


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_the_configuration_counts_where_no_flag_is_given(nothing: str | None) -> None:
    assert with_flags(FILE, dict.fromkeys(FLAGS, nothing)) == FILE


def test_flags_win_over_the_configuration() -> None:
    given = {"enforcement": "audit", "unknown": "block", "unavailable": " block\n", "fail-on": "never"}
    assert with_flags(FILE, given) == Policy(
        enforcement=Enforcement.AUDIT, unknown=Unknown.BLOCK, unavailable=Unavailable.BLOCK, fail_on=None
    )


def test_a_flag_for_enforcement_moves_what_follows_it() -> None:
    assert with_flags(FILE, {"enforcement": "audit"}).on_unknown is Unknown.ALLOW_DEGRADED


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "fail-on",
            "crit",
            'fail-on must be one of critical, breaking, risky, safe, info, never, and this is "crit"',
        ),
        ("enforcement", "off", 'enforcement must be one of audit, warn, block, and this is "off"'),
    ],
)
def test_a_bad_flag_is_named_with_what_is_allowed(name: str, value: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        with_flags(FILE, {name: value})
    assert refused.value.message == message


def test_the_nearest_spelling_is_asked_for() -> None:
    with pytest.raises(UsageError) as refused:
        with_flags(FILE, {"fail-on": "critcal"})
    assert list(refused.value.diagnostics())[1] == 'did you mean "critical"?'
