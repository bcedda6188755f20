"""Every misbehaving server comes to the end that is written down for it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.cases import CASES, Case
from tests.hostile.running import interpreter, measured, verdict, workspace

pytestmark = [pytest.mark.root, pytest.mark.slow]
if sys.platform != "linux" or os.geteuid() != 0:
    pytest.skip("only root can give each server a user of its own", allow_module_level=True)


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    if interpreter() is None:
        pytest.skip("no Python that another user could run")
    with workspace() as found:
        yield found


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_server_ends_as_expected_in_time_and_leaves_nothing(case: Case, place: Path) -> None:
    assert verdict(case, measured(case, place)) == ""
