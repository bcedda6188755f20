"""Flags over the file over defaults."""

import pytest

from toolpin_ci.errors import UsageError
from toolpin_ci.model.config import Config
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown
from toolpin_ci.settings import FLAGS, Given, Settings, merge

FILE = Config(
    lockfiles=("a.json",),
    policy=Policy(enforcement=Enforcement.WARN, fail_on=Severity.RISKY, unavailable=Unavailable.WARN),
)


def test_without_file_and_flags_the_defaults_count() -> None:
    assert merge(None, {}) == Settings(lockfiles=("mcp-lock.json",))


def test_the_file_counts_where_no_flag_is_given() -> None:
    settings = merge(FILE, dict.fromkeys(FLAGS))
    assert (settings.lockfiles, settings.policy, settings.config) == (("a.json",), FILE.policy, FILE)


def test_empty_inputs_of_an_action_are_not_given() -> None:
    assert merge(FILE, dict.fromkeys(FLAGS, "")) == merge(FILE, {})


def test_flags_win_over_the_file() -> None:
    settings = merge(
        FILE,
        {
            "lockfile": ["./b.json", "c.json", "b.json"],
            "server": "weather\n tickets \n",
            "base": "main",
            "offline": "true",
            "timeout": "12.5",
            "format": "json",
            "output": "out.json",
            "enforcement": "audit",
            "unknown": "block",
            "unavailable": "block",
            "fail-on": "never",
        },
        formats=("text", "json"),
    )
    assert settings == Settings(
        lockfiles=("b.json", "c.json"),
        servers=("weather", "tickets"),
        base="main",
        offline=True,
        timeout=12.5,
        format="json",
        output="out.json",
        policy=Policy(enforcement=Enforcement.AUDIT, unknown=Unknown.BLOCK, fail_on=None),
        config=FILE,
    )


def test_a_flag_for_enforcement_moves_what_follows_it() -> None:
    assert merge(FILE, {"enforcement": "audit"}).policy.on_unknown is Unknown.ALLOW_DEGRADED


def test_flags_may_come_as_python_values() -> None:
    settings = merge(None, {"offline": False, "timeout": 3, "server": ("a",)})
    assert (settings.offline, settings.timeout, settings.servers) == (False, 3.0, ("a",))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "fail-on",
            "crit",
            'fail-on must be one of critical, breaking, risky, safe, info, never, and this is "crit"',
        ),
        ("enforcement", "off", 'enforcement must be one of audit, warn, block, and this is "off"'),
        ("format", "xml", 'format must be one of text, json, and this is "xml"'),
        ("offline", "yes", 'offline must be one of true, false, and this is "yes"'),
        ("timeout", "0", 'timeout must be more than 0 and at most 86400 seconds, and this is "0"'),
        ("timeout", "soon", 'timeout must be more than 0 and at most 86400 seconds, and this is "soon"'),
        ("timeout", "nan", 'timeout must be more than 0 and at most 86400 seconds, and this is "nan"'),
        ("timeout", True, 'timeout must be more than 0 and at most 86400 seconds, and this is "True"'),
        ("lockfile", "../x", 'the path "../x" of lockfile holds .. and could leave the workspace'),
        ("lockfile", "./", 'the path "./" of lockfile names no file'),
        ("time-out", "1", f'unknown setting "time-out"; allowed: {", ".join(FLAGS)}'),
    ],
)
def test_a_bad_flag_is_named_with_what_is_allowed(name: str, value: Given, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        merge(None, {name: value}, formats=("text", "json"))
    assert refused.value.message == message


def test_the_nearest_spelling_is_asked_for() -> None:
    with pytest.raises(UsageError) as refused:
        merge(None, {"fail-on": "critcal"})
    assert list(refused.value.diagnostics())[1] == 'did you mean "critical"?'
