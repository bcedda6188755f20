import os
import subprocess
import sys
from pathlib import Path

from tools.provision import ROOT

SKIPPING = """
import pytest

def test_runs(): pass

def test_asks_for_more(): pytest.skip("this machine has no moon")

@pytest.mark.xfail(reason="known")
def test_is_known_to_fail(): assert False
"""


def run_pytest(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(SKIPPING, encoding="utf-8")
    env = {
        name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")
    }
    command = [sys.executable, "-m", "pytest", "-p", "tests.plugins.skips", "-p", "no:cacheprovider", "."]
    return subprocess.run(
        command,
        cwd=folder,
        env=env | {"PYTHONPATH": str(ROOT)} | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_skip_is_listed_with_its_reason_before_the_closing_line(tmp_path: Path) -> None:
    done = run_pytest(tmp_path)
    *_, title, reason, test, closing = filter(None, done.stdout.splitlines())
    assert "not run on this machine" in title
    assert (reason, test) == ("this machine has no moon (1 skipped)", "  test_it.py::test_asks_for_more")
    assert "1 passed, 1 skipped, 1 xfailed" in closing
    assert done.returncode == 0


def test_in_ci_a_skip_is_a_failure_and_an_expected_failure_is_not(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, CI="true")
    assert "CI=true allows no skips: this machine has no moon" in done.stdout
    assert "1 failed, 1 passed, 1 xfailed" in done.stdout.splitlines()[-1]
    assert done.returncode == 1
