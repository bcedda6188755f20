"""Says at the end what was skipped and why; in CI a skip is a failure."""

import os
from collections.abc import Generator

import pytest

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")


def skip_reason(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    """Why this report is a skip, or None where it is none (an expected failure counts as run)."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return None
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2]).removeprefix("Skipped: ")
    return str(report.longrepr)


def refuse_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turns a skip into a failure where everything must run."""
    reason = skip_reason(report)
    if IN_CI and reason is not None:
        report.outcome = "failed"
        report.longrepr = f"skipped, and CI=true allows no skips: {reason}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_in_ci(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped: dict[str, list[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        skipped.setdefault(skip_reason(report) or "no reason given", []).append(report.nodeid)
    if not skipped:
        return
    terminalreporter.section("not run on this machine")
    for reason, names in sorted(skipped.items()):
        terminalreporter.line(f"{reason} ({len(names)} skipped)")
        for name in sorted(names):
            terminalreporter.line(f"  {name}")
