"""Prints how much was compared with the original programs."""

from collections import Counter
from collections.abc import Callable

import pytest

FIGURES = pytest.StashKey[Counter[str]]()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str, int], None]:
    """Note a number for the end of the run."""

    def note(what: str, number: int) -> None:
        request.config.stash.setdefault(FIGURES, Counter())[what] += number

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash.get(FIGURES, Counter())
    if figures:
        terminalreporter.section("compared with the original programs")
    for what, number in figures.items():
        terminalreporter.line(f"{what}: {number:,}")
