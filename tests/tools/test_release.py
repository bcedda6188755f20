"""A release changes one line of the action, and only from what a release starts with."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.lint_workflows import problems
from tools.provision import ROOT
from tools.release import Refused, base, notes, pinned

ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
DIGEST = "sha256:" + "0a" * 32
IMAGE = {"name": "ghcr.io/toolpin/toolpin-ci", "version": "1.4.0", "digest": DIGEST}
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n## [1.4.0] - 2027-01-31\n\n- New.\n\n## [1.3.0]\n\n- Old.\n"


def test_the_released_action_differs_in_one_line_and_names_the_image_by_tag_and_digest() -> None:
    before, after = ACTION.splitlines(), pinned(ACTION, **IMAGE).splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [
        ("  image: Dockerfile", f"  image: docker://ghcr.io/toolpin/toolpin-ci:v1.4.0@{DIGEST}")
    ]


def test_the_command_writes_an_action_that_every_linter_accepts(tmp_path: Path) -> None:
    action = tmp_path / "action.yml"
    action.write_text(ACTION, encoding="utf-8")
    options = [f"--{name}={value}" for name, value in IMAGE.items()]
    call = [sys.executable, "-m", "tools.release", "pin", *options, f"--action={action}"]
    assert subprocess.run(call, cwd=ROOT, check=False, timeout=60).returncode == 0
    assert action.read_text(encoding="utf-8") == pinned(ACTION, **IMAGE)
    assert list(problems([action])) == []


def test_an_image_without_its_digest_would_be_refused_by_the_linters(tmp_path: Path) -> None:
    action = tmp_path / "action.yml"
    action.write_text(pinned(ACTION, **IMAGE).replace(f"@{DIGEST}", ""), encoding="utf-8")
    assert "zizmor" in dict(problems([action]))


@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": "sha256:0a"},
        {"digest": DIGEST + "\n  evil: true"},
        {"digest": DIGEST.upper()},
        {"version": "v1.4.0"},
        {"version": "1.4"},
        {"version": "01.4.0"},
        {"name": "ghcr.io/Toolpin/toolpin-ci"},
        {"name": "toolpin-ci"},
        {"name": "ghcr.io/toolpin/toolpin-ci:latest"},
    ],
    ids=str,
)
def test_what_is_no_address_of_an_image_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        pinned(ACTION, **{**IMAGE, **wrong})


def test_a_released_action_is_not_released_again_and_the_file_stays(tmp_path: Path) -> None:
    action = tmp_path / "action.yml"
    action.write_text(pinned(ACTION, **IMAGE), encoding="utf-8")
    options = [f"--{name}={value}" for name, value in {**IMAGE, "version": "1.5.0"}.items()]
    call = [sys.executable, "-m", "tools.release", "pin", *options, f"--action={action}"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 1
    assert "is this main?" in done.stderr
    assert action.read_text(encoding="utf-8") == pinned(ACTION, **IMAGE)


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    assert notes("1.4.0", CHANGELOG, "1.4.0") == "- New.\n"


@pytest.mark.parametrize(
    ("version", "package", "told"),
    [
        ("1.4.0", "1.3.0", "__version__"),
        ("v1.4.0", "v1.4.0", "without a v"),
        ("1.5.0", "1.5.0", r"## \[1.5.0\]"),
    ],
)
def test_a_release_that_the_sources_do_not_describe_is_refused(version: str, package: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        notes(version, CHANGELOG, package)


def test_the_base_of_the_image_is_read_from_the_dockerfile() -> None:
    assert base((ROOT / "Dockerfile").read_text(encoding="utf-8")).startswith("python:3")
    with pytest.raises(Refused):
        base("FROM python:3.13-slim\n")
