"""The draft mcp-lock/1 in a repository: read, enforced, compared with the base, signed, found by content."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.sim.workspace import SURFACE, TOOL, Workspace
from toolpin_ci import api
from toolpin_ci.canon.jcs import sri_digest
from toolpin_ci.canon.mcp_lock import COVERAGE, entry_integrity, surface_hash

pytestmark = pytest.mark.requirement("mcp-lock-1-enforcer")
NOW = "2026-11-18T10:00:00.000Z"
PACKAGE = {"type": "package", "registryType": "pypi", "identifier": "files", "version": "1.0.0"}


def _entry(tools: Any = (TOOL,), coverage: Sequence[str] = COVERAGE, **members: Any) -> dict[str, Any]:
    pin = {"hash": surface_hash(list(tools), list(coverage)), "coverage": list(coverage)}
    bare: dict[str, Any] = {
        "name": "files",
        "version": "1.0.0",
        "client": "claude-code",
        "source": {"registry": "manual"},
        "target": PACKAGE,
        "surface": {**pin, "toolCount": len(tools)},
        "configDigest": "sha256-AAAA",
        "resolvedAt": NOW,
        "lockedAt": NOW,
        **members,
    }
    bare = {name: value for name, value in bare.items() if value is not None}
    return {**bare, "integrity": entry_integrity(bare)}


def _text(*entries: dict[str, Any]) -> str:
    return json.dumps({"specVersion": 1, "entries": entries}, indent=2)


@pytest.fixture
def repo(tmp_path: Path) -> Workspace:
    workspace = Workspace(tmp_path)
    workspace.configure(sandbox="off")
    return workspace


def _checked(repo: Workspace, *words: str) -> tuple[int, str, Any]:
    done = repo.run("check", "--offline", "--format", "json", *words)
    report = done.report
    return done.code, report["servers"][0]["status"], report


def test_a_lock_that_holds_is_unchanged_and_another_surface_is_drift(repo: Workspace) -> None:
    repo.write("mcp-lock.json", _text(_entry()))
    assert _checked(repo)[:2] == (0, "unchanged")
    repo.with_tool(description="Send it.")
    code, status, report = _checked(repo)
    assert (code, status) == (1, "drifted")
    (found,) = report["findings"]
    assert (found["rule"], found["pointer"]) == ("other-lock-drifted", "/entries/0/surface/hash")
    assert "hash" in repo.read().decode().splitlines()[found["line"] - 1]


def test_less_coverage_is_a_note_and_what_it_leaves_out_may_change(repo: Workspace) -> None:
    repo.write("mcp-lock.json", _text(_entry(coverage=["name", "description"])))
    repo.with_tool(inputSchema={"type": "object"})
    code, status, report = _checked(repo)
    assert (code, status) == (0, "unchanged")
    assert "does not cover 'inputSchema'" in report["servers"][0]["notes"][-1]


def test_a_server_without_a_pin_is_named_and_no_failure(repo: Workspace) -> None:
    repo.write("mcp-lock.json", _text(_entry(surface=None)))
    code, status, report = _checked(repo)
    assert (code, status) == (0, "unlocked")
    assert "no surface pin" in report["servers"][0]["notes"][-1]


def test_a_server_that_the_lock_does_not_name_is_unlocked(repo: Workspace) -> None:
    repo.write("mcp-lock.json", _text(_entry(name="other")))
    code, status, _ = _checked(repo)
    assert (code, status) == (1, "unlocked")


@pytest.mark.parametrize("entries", [(), ({**_entry(), "version": "2"},)], ids=["empty", "integrity"])
def test_a_lock_that_does_not_hold_is_refused_by_check_and_verify(repo: Workspace, entries: Any) -> None:
    repo.write("mcp-lock.json", _text(*entries))
    assert _checked(repo)[0] == 1
    assert repo.run("verify", "--offline").code == 1


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ((_entry(), _entry()), "duplicate-entry-identity"),
        (
            (_entry(target={"type": "remote", "transport": "sse", "url": "http://a.example"}),),
            "remote-url-not-https",
        ),
    ],
)
def test_a_lock_that_no_reader_may_take_is_unusable(repo: Workspace, entries: Any, code: str) -> None:
    repo.write("mcp-lock.json", _text(*entries))
    for command in ("check", "verify"):
        done = repo.run(command, "--offline")
        assert done.code == 2
        assert code in done.out + done.err


def test_another_version_is_refused_with_the_one_that_we_know(repo: Workspace) -> None:
    repo.write("mcp-lock.json", json.dumps({"specVersion": 2, "entries": []}))
    done = repo.run("check", "--offline")
    assert done.code == 2
    assert "specVersion 2 is not one that we know (1)" in done.out + done.err


def test_another_target_than_the_locked_one_is_drift(repo: Workspace) -> None:
    remote = {"type": "remote", "transport": "streamable-http", "url": "https://files.example/mcp"}
    repo.write("mcp-lock.json", _text(_entry(target=remote)))
    repo.write("captured.json", json.dumps(SURFACE))
    server = {"url": "https://elsewhere.example/mcp", "captured": "captured.json"}
    repo.write(".toolpin-ci.yml", json.dumps({"version": 1, "servers": {"files": server}}))
    code, _, report = _checked(repo)
    assert code == 1
    assert "server-target-changed" in {found["rule"] for found in report["findings"]}


def test_a_pull_request_that_lowers_coverage_or_changes_a_hash_declares_it(repository: Workspace) -> None:
    repository.git("switch", "-q", "main")
    repository.write("mcp-lock.json", _text(_entry()))
    repository.commit("the draft")
    repository.git("switch", "-q", "-C", "work")
    repository.write("mcp-lock.json", _text(_entry(coverage=["name", "description"])))
    repository.commit("cover less")
    code, _, report = _checked(repository, "--base", "main")
    (found,) = report["findings"]
    assert (code, found["rule"], found["declared"]) == (1, "lock-coverage-lowered", True)
    repository.write("mcp-lock.json", _text(_entry(tools=[{**TOOL, "description": "New."}])))
    repository.commit("another hash")
    repository.with_tool(description="New.")
    code, _, report = _checked(repository, "--base", "main")
    assert (code, [found["rule"] for found in report["findings"]]) == (0, ["tool-hash-changed"])


def test_two_drafts_are_compared_by_identity() -> None:
    def rules(old: str, new: str) -> list[str]:
        return [change["rule"] for change in api.diff(old, new)]

    full, low = _text(_entry()), _text(_entry(coverage=["name", "description"]))
    assert rules(full, full) == []
    assert rules(full, low) == ["lock-coverage-lowered"]
    assert rules(low, full) == ["tool-hash-changed"]
    assert rules(full, _text(_entry(target={**PACKAGE, "version": "6.6.6"}))) == ["server-target-changed"]
    assert rules(full, _text(_entry(), _entry(scope="user"))) == ["server-entry-added"]
    with pytest.raises(api.ToolpinError, match="integrity-mismatch"):
        api.diff(full, _text({**_entry(), "version": "2"}))


def test_the_expected_digest_is_the_drafts(repo: Workspace) -> None:
    repo.write("mcp-lock.json", _text(_entry()))
    digest = api.digest("mcp-lock-1-lock", repo.read())
    assert repo.run("verify", "--offline", "--expect-digest", digest).code == 0
    assert repo.run("verify", "--offline", "--expect-digest", "sha256-AAAA").code == 1


def test_the_command_takes_the_coverage_of_a_surface_hash(repo: Workspace) -> None:
    repo.write("tools.json", json.dumps([TOOL]))
    done = repo.run(
        "digest", "--scheme", "mcp-lock-1-surface", "--coverage", "name,description", "tools.json"
    )
    tools: Any = [TOOL]
    assert done.out.strip() == surface_hash(tools, ["name", "description"])
    assert repo.run("digest", "--scheme", "toolpin-surface", "--coverage", "name", "tools.json").code == 2


def test_servers_are_found_in_the_draft_itself(repo: Workspace) -> None:
    (repo.root / ".toolpin-ci.yml").unlink()
    remote = {"type": "remote", "transport": "streamable-http", "url": "https://127.0.0.1:1/mcp"}
    repo.write("mcp-lock.json", _text(_entry(target=remote)))
    code, status, report = _checked(repo)
    assert (code, status, report["servers"][0]["name"]) == (3, "could-not-check", "files")


def test_the_api_checks_a_draft_with_one_server_without_its_name() -> None:
    same = api.check_lockfile(_text(_entry()), json.dumps(SURFACE))
    other = api.check_lockfile(_text(_entry()), json.dumps({**SURFACE, "tools": []}))
    assert [report["servers"][0]["status"] for report in (same, other)] == ["unchanged", "drifted"]


@pytest.mark.parametrize("part", ["the server", "the whole file"])
def test_a_clients_file_must_have_the_digest_that_the_lock_holds(repo: Workspace, part: str) -> None:
    server: Any = {"command": "uvx", "args": ["files==1.0.0"], "env": {"KEY": "hunter2"}}
    config: Any = {"mcpServers": {"files": server}}
    repo.write(
        "mcp-lock.json", _text(_entry(configDigest=sri_digest(server if part == "the server" else config)))
    )
    repo.write(".mcp.json", json.dumps({"mcpServers": {**config["mcpServers"], "more": {}}}))
    assert _checked(repo)[:2] == (0, "unchanged")
    repo.write(".mcp.json", json.dumps(config, indent=2).replace("1.0.0", "6.6.6"))
    code, _, report = _checked(repo)
    (found,) = report["findings"]
    assert (code, found["rule"], found["file"], found["line"]) == (1, "client-config-changed", ".mcp.json", 3)
    assert "hunter2" not in json.dumps(report)
