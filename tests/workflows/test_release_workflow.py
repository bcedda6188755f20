"""The release's own words to git, run on a clone: tags move, main does not."""

import os
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tools.release import pinned

ROOT = Path(__file__).resolve().parents[2]
RELEASE = YAML(typ="safe").load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
DIGEST = "sha256:" + "0a" * 32


def git(folder: Path, *words: str) -> str:
    call = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words]
    done = subprocess.run(call, cwd=folder, check=True, capture_output=True, encoding="utf-8", timeout=60)
    return done.stdout.strip()


def script(job: str, name: str) -> str:
    steps = RELEASE["jobs"][job]["steps"]
    found: str = next(step["run"] for step in steps if step["name"] == name)
    return found


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository that has this action, and a `gh` that only notes what it is asked."""
    origin, clone, programs = tmp_path / "origin.git", tmp_path / "clone", tmp_path / "bin"
    git(tmp_path, "init", "-q", "--bare", "-b", "main", str(origin))
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    (clone / "action.yml").write_bytes((ROOT / "action.yml").read_bytes())
    git(clone, "add", ".")
    git(clone, "commit", "-qm", "main")
    git(clone, "push", "-q", "origin", "HEAD:main")
    programs.mkdir()
    (programs / "gh").write_text('#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/gh.log"\n', encoding="utf-8")
    (programs / "gh").chmod(0o755)
    return clone


def release(clone: Path, version: str) -> None:
    """Do what the last job does, from a fresh checkout of main."""
    git(clone, "checkout", "-q", "--detach", "origin/main")
    action = clone / "action.yml"
    text = action.read_text(encoding="utf-8")
    action.write_text(
        pinned(text, name="ghcr.io/toolpin/toolpin-ci", version=version, digest=DIGEST), encoding="utf-8"
    )
    environ = {
        **os.environ,
        "PATH": f"{clone.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "VERSION": version,
        "RUNNER_TEMP": str(clone.parent),
    }
    words = script("tag", "Commit, tag and release")
    subprocess.run(["bash", "-eo", "pipefail", "-c", words], cwd=clone, env=environ, check=True, timeout=60)


def test_a_release_tags_a_commit_of_its_own_and_main_stays(clone: Path) -> None:
    main = git(clone, "rev-parse", "HEAD")
    release(clone, "1.4.0")
    tips = {name: tip for tip, name in map(str.split, git(clone, "ls-remote", "origin").splitlines())}
    assert tips["refs/heads/main"] == main
    assert tips["refs/tags/v1.4.0"] == tips["refs/tags/v1"] != main
    assert git(clone, "rev-parse", f"{tips['refs/tags/v1']}^") == main
    assert git(clone, "diff", "--numstat", main, tips["refs/tags/v1"]) == "1\t1\taction.yml"
    assert f"@{DIGEST}" in git(clone, "show", "v1:action.yml")
    assert "release create v1.4.0 --verify-tag" in (clone.parent / "gh.log").read_text(encoding="utf-8")


def test_the_next_release_moves_the_major_tag_and_leaves_the_old_version(clone: Path) -> None:
    release(clone, "1.4.0")
    old = git(clone, "rev-parse", "v1.4.0")
    release(clone, "1.5.0")
    remote = git(clone, "ls-remote", "--tags", "origin")
    assert f"{old}\trefs/tags/v1.4.0" in remote
    assert git(clone, "rev-parse", "v1") == git(clone, "rev-parse", "v1.5.0") != old
    assert f"{git(clone, 'rev-parse', 'v1.5.0')}\trefs/tags/v1" in remote


def test_the_image_is_attested_and_built_for_both_architectures() -> None:
    legs = RELEASE["jobs"]["image"]["strategy"]["matrix"]["include"]
    assert {leg["platform"] for leg in legs} == {"amd64", "arm64"}
    attest = RELEASE["jobs"]["publish"]["steps"][-1]
    assert attest["uses"].startswith("actions/attest-build-provenance@")
    assert attest["with"]["subject-digest"] == "${{ steps.name.outputs.digest }}"
    assert RELEASE["jobs"]["tag"]["needs"] == ["publish"]
