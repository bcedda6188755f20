"""The table of `make hostile` holds: the scanner leaves published servers alone, and memory stays small."""

import os
import subprocess
import sys

import pytest

from tools.hostile_score import MOST_MEMORY, published

ASK = (
    "from tests.hostile.cases import CASES\n"
    "from tests.hostile.running import measured, peak_memory, workspace\n"
    "with workspace() as place:\n"
    "    for case in CASES:\n"
    "        if case.name in ('tools_50k', 'huge_line_200mb', 'description_5mb', 'schema_20k_props'):\n"
    "            measured(case, place)\n"
    "print(peak_memory())"
)


@pytest.mark.slow
def test_the_scanner_flags_at_most_one_in_a_hundred_tools_of_published_servers() -> None:
    (row,) = published()

    assert row[-1], row


@pytest.mark.root
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can hold a server")
def test_the_largest_answers_fit_into_little_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK], check=True, capture_output=True, text=True, timeout=120
    )

    assert int(done.stdout) <= MOST_MEMORY
