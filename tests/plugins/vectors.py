"""Counts the vectors of other systems that were tried."""

from collections import Counter

import pytest

FOLDER = "tests/interop/"


def system_of(nodeid: str) -> str | None:
    """The system that a test of the folder is about: `test_<system>_….py`."""
    if not nodeid.startswith(FOLDER):
        return None
    stem = nodeid.removeprefix(FOLDER).partition(".py")[0]
    return stem.removeprefix("test_").partition("_")[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counts = {
        outcome: Counter(
            system
            for report in terminalreporter.stats.get(outcome, [])
            if report.when == "call" and (system := system_of(report.nodeid))
        )
        for outcome in ("passed", "failed")
    }
    systems = sorted(set(counts["passed"]) | set(counts["failed"]))
    if systems:
        terminalreporter.section("interoperation")
    for system in systems:
        terminalreporter.line(
            f"{system}: {counts['passed'][system]} passed, {counts['failed'][system]} failed"
        )
