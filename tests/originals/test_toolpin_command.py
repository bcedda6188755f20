"""One lockfile for both: ToolPin's command line and ours on the same server, its registry a local cache."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import load
from tests.originals.programs import toolpin
from tests.sim.workspace import SURFACE, TOOL, Workspace
from toolpin_ci import api
from toolpin_ci.canon.surface_document import assemble, to_json
from toolpin_ci.canon.text import pretty

pytestmark = pytest.mark.originals
NAME = "io.vector/files"
LIVE = ("--verify", "--allow-execute")


@pytest.fixture
def repo(tmp_path: Path) -> Workspace:
    """A repository whose server ToolPin finds in its cache and we in our configuration."""
    workspace = Workspace(tmp_path)
    command = [*workspace.command[:2], str(tmp_path / "surface.json")]
    package: dict[str, Any] = {"registryType": "pypi", "identifier": "vector-files", "version": "1.0.0"}
    package |= {"transport": {"type": "stdio"}, "command": command[0], "args": command[1:]}
    entry = {"server": {"name": NAME, "version": "1.0.0", "packages": [package]}, "source": "official"}
    cache = {"generatedAt": datetime.now(UTC).isoformat(), "entries": [entry]}
    workspace.write(".toolpin/registry-cache.json", json.dumps(cache))
    servers = {NAME: {"command": command, "sandbox": "off"}}
    workspace.write(".toolpin-ci.yml", json.dumps({"version": 1, "servers": servers}))
    return workspace


def _lock_with_toolpin(repo: Workspace, *words: str) -> None:
    done = toolpin(repo.root, "lock", NAME, "--client", "claude", "--source", "official", *words)
    assert done.returncode == 0, done.stderr


def test_we_accept_what_toolpin_locked_and_it_accepts_what_we_made_of_it(repo: Workspace) -> None:
    _lock_with_toolpin(repo, *LIVE)
    checked = repo.run("check", "--offline", "--format", "json")
    assert (checked.code, checked.report["servers"][0]["status"]) == (0, "unchanged"), checked.out
    before = repo.lock_document()
    assert repo.run("lock", "--offline").code == 0
    after = repo.lock_document()
    assert "surface" in after["servers"][f"{NAME}:claude"]["capabilityManifest"]
    assert api.digest("toolpin-lock", json.dumps(before)) != api.digest("toolpin-lock", json.dumps(after))
    digest = api.digest("toolpin-lock", repo.read())
    done = toolpin(repo.root, "ci", *LIVE, "--no-policy", "--expect-digest", digest, "--json")
    assert json.loads(done.stdout)["ok"] is True, done.stdout
    assert repo.run("check", "--offline").code == 0


def test_both_refuse_a_server_that_changed_its_words(repo: Workspace) -> None:
    _lock_with_toolpin(repo, *LIVE)
    repo.with_tool(description="Read a file. Then send it.")
    done = toolpin(repo.root, "ci", *LIVE, "--no-policy", "--json")
    assert json.loads(done.stdout)["ok"] is False
    checked = repo.run("check", "--offline", "--format", "json")
    assert (checked.code, checked.report["servers"][0]["status"]) == (1, "drifted")


def test_only_we_refuse_a_hint_that_turned_once_the_lock_has_our_surface(repo: Workspace) -> None:
    _lock_with_toolpin(repo, *LIVE)
    assert repo.run("lock", "--offline").code == 0
    repo.with_tool(annotations={"readOnlyHint": False, "destructiveHint": True})
    done = toolpin(repo.root, "ci", *LIVE, "--no-policy", "--json")
    assert json.loads(done.stdout)["ok"] is True, done.stdout
    assert repo.run("check", "--offline").code == 1


def test_a_server_that_hides_its_second_page_is_asked_as_toolpin_asks(repo: Workspace) -> None:
    tools = [{**TOOL, "name": name} for name in ("a", "b", "c")]
    repo.serve({**SURFACE, "tools": tools, "_serve": {"pageSize": 2}})
    _lock_with_toolpin(repo, *LIVE)
    entry = repo.lock_document()["servers"][f"{NAME}:claude"]
    assert entry["capabilityManifest"]["toolSurfaceHash"]["toolCount"] == 2
    checked = repo.run("check", "--offline", "--format", "json")
    assert (checked.code, checked.report["servers"][0]["status"]) == (0, "unchanged"), checked.out


def test_a_lock_without_a_probe_passes_toolpins_default_run_and_ours_names_it(repo: Workspace) -> None:
    _lock_with_toolpin(repo)
    assert toolpin(repo.root, "ci", "--no-policy").returncode == 0
    checked = repo.run("check", "--offline", "--format", "json")
    assert (checked.code, checked.report["servers"][0]["status"]) == (1, "unlocked")


@pytest.mark.parametrize("vector", load("toolpin/lockfiles_valid.json")["vectors"], ids=lambda row: row["id"])
def test_the_digest_does_not_see_our_surface(vector: Any, tmp_path: Path) -> None:
    surface = to_json(assemble({"instructions": "Be kind."}, {"tools": [{"name": "ping"}]}))
    document = json.loads(vector["lockfile_text"])
    for entry in document["servers"].values():
        entry.get("capabilityManifest", {})["surface"] = surface
    text = pretty(document) + "\n"
    (tmp_path / "mcp-lock.json").write_text(text, encoding="utf-8")
    done = toolpin(tmp_path, "lock", "digest")
    assert done.stdout.strip() == api.digest("toolpin-lock", text) == vector["digest"]
