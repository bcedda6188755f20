"""Every linter of the workflows can say no, and says it about the file that is broken."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.lint_workflows import DEFAULTS, LINTERS, kind, problems
from tools.provision import ROOT

GOOD = """\
name: Good
on:
  push:
    branches: [main]
permissions: {}
concurrency:
  group: ${{ github.ref }}
  cancel-in-progress: true
jobs:
  one:
    name: One
    runs-on: ubuntu-24.04
    steps:
      - run: echo hello
"""
BROKEN = {
    "actionlint": ("flow.yml", GOOD.replace("echo hello", "echo ${{ steps.nobody.outputs.word }}")),
    "zizmor": ("flow.yml", GOOD.replace("echo hello", "echo ${{ github.head_ref }}")),
    "workflow schema": ("flow.yml", GOOD.replace("    steps:", "    colour: blue\n    steps:")),
    "action schema": ("action.yml", "name: A\ndescription: B\nruns: {using: docker}\n"),
    "dependabot schema": ("dependabot.yml", "version: 2\nupdates: [{package-ecosystem: pip}]\n"),
    "hadolint": ("Dockerfile", "FROM debian\nRUN cd /tmp && apt-get install x\n"),
}


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_workflow_passes_every_linter(tmp_path: Path) -> None:
    assert list(problems([write(tmp_path, "flow.yml", GOOD)])) == []


@pytest.mark.parametrize("linter", LINTERS)
def test_what_is_broken_for_one_linter_is_refused_by_it(tmp_path: Path, linter: str) -> None:
    name, text = BROKEN[linter]
    refused = dict(problems([write(tmp_path, name, text)]))
    assert name in refused[linter]


def test_a_job_that_needs_a_job_which_is_not_there_fails_the_target_and_is_named(tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.yml", GOOD.replace("    name: One", "    name: One\n    needs: nobody"))
    good = write(tmp_path, "good.yml", GOOD)
    call = [sys.executable, "-m", "tools.lint_workflows"]
    done = subprocess.run(
        [*call, good, bad], cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert done.returncode == 1
    assert "refused by actionlint" in done.stderr
    assert f'{bad}:10:3: job "one" needs job "nobody"' in done.stdout


def test_a_file_that_is_not_there_is_not_a_file_that_passed(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "tools.lint_workflows", str(tmp_path / "none.yml")]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 1
    assert "none.yml" in done.stderr


def test_every_workflow_of_the_repository_is_read() -> None:
    read = {path for pattern in DEFAULTS for path in ROOT.glob(pattern)}
    folders = [ROOT / ".github" / "workflows", ROOT / "examples" / "workflows"]
    assert {path for folder in folders if folder.is_dir() for path in folder.iterdir()} <= read
    assert {kind(path) for path in read} == {"workflow", "action", "dependabot", "dockerfile"}
