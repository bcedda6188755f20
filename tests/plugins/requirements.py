"""Knows which tests hold which obligation, and says at the end how many of each system were held."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent.parent
ITSELF = "tests/test_requirements.py"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "requirement(id): the obligation of tests/requirements.toml that this test holds"
    )


@cache
def rows() -> Mapping[str, Mapping[str, Any]]:
    """The table: one row for each obligation."""
    return tomllib.loads((TESTS / "requirements.toml").read_text("utf-8"))


@cache
def functions() -> Mapping[str, ast.FunctionDef]:
    """Every test by its name, `cli/test_check.py::test_…`."""
    return {
        f"{path.relative_to(TESTS)}::{node.name}": node
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def marked() -> Iterator[tuple[str, str]]:
    """What tests say of themselves: `@pytest.mark.requirement("id")`, with the test's name."""
    for name, node in functions().items():
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.requirement":
                yield from ((ast.literal_eval(argument), name) for argument in call.args)


@cache
def claims() -> Mapping[str, frozenset[str]]:
    """The tests that hold each row: those that it names, and those that name it."""
    found: dict[str, set[str]] = {name: set(row.get("tests", ())) for name, row in rows().items()}
    for requirement, test in marked():
        found.setdefault(requirement, set()).add(test)
    return {name: frozenset(tests) for name, tests in found.items()}


def _outcomes(reporter: pytest.TerminalReporter, outcome: str) -> set[str]:
    return {
        report.nodeid.partition("[")[0].removeprefix("tests/") for report in reporter.stats.get(outcome, [])
    }


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count where the whole table was tried: a run of single files says nothing about it."""
    passed, failed = _outcomes(terminalreporter, "passed"), _outcomes(terminalreporter, "failed")
    if ITSELF.removeprefix("tests/") not in {name.partition("::")[0] for name in passed}:
        return
    terminalreporter.section("requirements")
    total = Counter(row["system"] for row in rows().values())
    planned = Counter(row["system"] for row in rows().values() if "planned" in row)
    held = Counter(
        rows()[name]["system"] for name, tests in claims().items() if tests and tests <= passed - failed
    )
    for system in sorted(total):
        figures = f"{total[system]} obligations, {held[system]} held here, {planned[system]} planned"
        terminalreporter.line(f"{system}: {figures}")
    for name, row in sorted(rows().items()):
        if "planned" in row:
            terminalreporter.line(f"  planned: {name}: {row['planned']}")
