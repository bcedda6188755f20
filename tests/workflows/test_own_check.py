"""The checks that this repository runs on itself end as its workflows expect."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("examples", ".github"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def run_action(checkout: Path, **inputs: str) -> tuple[int, dict[str, str]]:
    """Run the action's program on a schedule, where there is no base and no pull request."""
    (checkout / "event.json").write_text("{}", encoding="utf-8")
    environ = {
        "PATH": os.environ["PATH"],
        "GITHUB_EVENT_NAME": "schedule",
        "GITHUB_EVENT_PATH": str(checkout / "event.json"),
        "GITHUB_REPOSITORY": "toolpin/toolpin-ci",
        "GITHUB_OUTPUT": str(checkout / "output.txt"),
        **{f"INPUT_{name.upper().replace('_', '-')}": value for name, value in inputs.items()},
    }
    program = [sys.executable, str(ROOT / "entrypoint.py")]
    done = subprocess.run(program, cwd=checkout, env=environ, check=False, timeout=60, capture_output=True)
    lines = (checkout / "output.txt").read_text(encoding="utf-8").split("\n")
    return done.returncode, {
        lines[at].partition("<<")[0]: lines[at + 1] for at in range(0, len(lines) - 1, 3)
    }


def test_our_own_example_server_is_what_its_lockfile_says(checkout: Path) -> None:
    code, outputs = run_action(checkout)
    assert (code, outputs["result"]) == (0, "clean")


def test_our_own_example_server_is_noticed_when_it_changes(checkout: Path) -> None:
    server = checkout / "examples" / "notes" / "notes_server.py"
    server.write_text(server.read_text(encoding="utf-8").replace("some words", "any words"), encoding="utf-8")
    code, outputs = run_action(checkout)
    assert (code, outputs["result"], outputs["undeclared"]) == (1, "drift", "1")


def test_the_demo_ends_as_the_workflow_expects_and_its_files_are_there(checkout: Path) -> None:
    code, outputs = run_action(
        checkout,
        config="examples/demo/toolpin-ci.yml",
        comment="never",
        check_run="false",
        report_dir="build/report",
        sarif_file="build/report/toolpin.sarif",
    )
    assert (code, outputs["result"], outputs["exit-code"]) == (1, "drift", "1")
    assert json.loads((checkout / outputs["report"]).read_text(encoding="utf-8"))["result"] == "drift"
    assert (checkout / outputs["sarif"]).is_file()
    assert (checkout / "build/report/comment.md").is_file()
