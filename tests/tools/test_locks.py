"""What we pin is pinned exactly, and no lock tells where it was made."""

import json
import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools import fixtures
from tools.lock_deps import NPM as NPM_FOLDERS
from tools.lock_deps import REQUIREMENTS
from tools.provision import ROOT

LOCKS = [ROOT / f"{stem}.txt" for stem in REQUIREMENTS]
NPM = ROOT / "tests" / "real" / "npm"


def entries(lock: Path) -> list[str]:
    """The requirements of a lock, each on one line with its hashes."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: str(lock.relative_to(ROOT)))
def test_every_locked_requirement_has_one_version_and_hashes_and_no_address(lock: Path) -> None:
    assert entries(lock)
    for entry in entries(lock):
        assert re.match(r"[a-z0-9-]+==[^ ]+ ( ?; [^-]+)?( *--hash=sha256:[0-9a-f]{64})+$", entry), entry


def test_the_project_and_its_runtime_lock_name_the_same_packages() -> None:
    text = (ROOT / "requirements" / "runtime.in").read_text(encoding="utf-8")
    listed = {line for line in text.splitlines() if line and not line.startswith("#")}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r"^dependencies = \[(.*?)^\]", project, flags=re.DOTALL | re.MULTILINE)
    assert declared
    assert listed == set(re.findall(r'"([^"]+)"', declared[1]))


def test_the_development_lock_holds_the_runtime_lock_so_that_tests_run_what_users_get() -> None:
    runtime, dev = (
        {
            (name := Requirement(entry.split(" --hash")[0].strip())).name: str(name.specifier)
            for entry in entries(lock)
        }
        for lock in LOCKS[:2]
    )
    assert runtime.items() <= dev.items()


@pytest.mark.parametrize("folder", NPM_FOLDERS)
def test_an_npm_lock_tells_no_registry_and_has_a_hash_for_every_package(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert [path for path, package in packages.items() if "resolved" in package] == []
    assert [path for path, package in packages.items() if "integrity" not in package] == []


def test_every_npm_server_is_pinned_to_one_version() -> None:
    dependencies = json.loads((NPM / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert [
        version for version in dependencies.values() if not re.fullmatch(r"(npm:.+@)?\d+\.\d+\.\d+", version)
    ] == []
    described = {server["npm"] for server in fixtures.descriptions().values() if "npm" in server}
    assert described == set(dependencies)


def test_drift_pairs_name_described_servers() -> None:
    pairs = json.loads((ROOT / "tests" / "real" / "drift.json").read_text(encoding="utf-8"))["pairs"]
    assert {pair[side] for pair in pairs for side in ("old", "new")} <= set(fixtures.descriptions())
