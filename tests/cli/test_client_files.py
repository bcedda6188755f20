"""Client files of a repository, compared with the configuration that ToolPin's lockfile generates."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sim import toolpin_lock
from tests.sim.workspace import TOOL, Workspace
from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.toolpin import client_config, entry
from toolpin_ci.toolpin.installed import PROJECT_FILES

pytestmark = pytest.mark.requirement("toolpin-client-config")
NAME = "io.vector/files"
SECRET = "hunter2-very-secret"
PACKAGE = {
    "registryType": "npm",
    "identifier": "@vector/files",
    "version": "1.2.3",
    "environmentVariables": [{"name": "API_KEY", "isSecret": True}],
}
SERVER = {"server": {"name": NAME, "version": "1.2.3", "packages": [PACKAGE]}, "source": "official"}


def _generated(client: str) -> Any:
    return client_config.client_config(entry.server_of(parse(json.dumps(SERVER))), client).config


def _lock(repo: Workspace, client: str, **members: Any) -> Any:
    config = _generated(client)
    made = toolpin_lock.entry(NAME, [TOOL], client=client, config=config, locked={}, **members)
    repo.write("mcp-lock.json", toolpin_lock.lockfile(made))
    return config


def _toml(config: Any, **changed: Any) -> str:
    server = {**config["mcp_servers"][NAME], **changed}
    env = "".join(f"{name} = {json.dumps(value)}\n" for name, value in server["env"].items())
    return (
        f'model = "x"\n\n[mcp_servers."{NAME}"]\ncommand = {json.dumps(server["command"])}\n'
        f'args = {json.dumps(server["args"])}\n\n[mcp_servers."{NAME}".env]\n{env}'
    )


def _verified(repo: Workspace) -> tuple[int, list[Any]]:
    done = repo.run("verify", "--offline", "--format", "json")
    assert SECRET not in done.out + done.err
    return done.code, [f for f in done.report["findings"] if f["rule"].startswith("client-config")]


@pytest.fixture
def repo(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


JSON_CLIENTS = sorted(set(PROJECT_FILES) - {"codex"})


@pytest.mark.parametrize("client", JSON_CLIENTS)
def test_a_file_as_the_lock_generates_it_is_in_order(repo: Workspace, client: str) -> None:
    config = _lock(repo, client)
    repo.write(PROJECT_FILES[client], "// installed by ToolPin\n" + json.dumps(config, indent=2))
    assert _verified(repo) == (0, [])


@pytest.mark.parametrize("client", JSON_CLIENTS)
def test_another_command_is_told_with_file_and_line(repo: Workspace, client: str) -> None:
    text = json.dumps(_lock(repo, client), indent=2)
    repo.write(PROJECT_FILES[client], text.replace("@vector/files@1.2.3", "@vector/files@6.6.6"))
    code, (found,) = _verified(repo)
    assert (code, found["rule"], found["file"]) == (1, "client-config-changed", PROJECT_FILES[client])
    line = text.splitlines()[found["line"] - 1]
    assert "args" in line or "command" in line


def test_a_secret_is_named_and_never_shown(repo: Workspace) -> None:
    text = json.dumps(_lock(repo, "claude"), indent=2)
    repo.write(".mcp.json", text.replace("<API_KEY>", SECRET))
    code, (found,) = _verified(repo)
    assert code == 1
    assert "/env/API_KEY" in found["message"]
    assert not {"old", "new"} & set(found)
    repo.write(".mcp.json", text.replace("<API_KEY>", "another"))
    assert _verified(repo)[1][0]["fingerprint"] == found["fingerprint"]
    repo.write(".mcp.json", text.replace("<API_KEY>", SECRET).replace("-y", "-n"))
    assert _verified(repo)[1][0]["fingerprint"] != found["fingerprint"]


def test_toml_is_compared_and_an_empty_table_is_no_difference(repo: Workspace) -> None:
    config = _lock(repo, "codex")
    repo.write(".codex/config.toml", _toml(config))
    assert _verified(repo) == (0, [])
    repo.write(".codex/config.toml", _toml(config, command="sh"))
    code, (found,) = _verified(repo)
    assert (code, found["file"], found["line"]) == (1, ".codex/config.toml", 3)
    assert "/command" in found["message"]


@pytest.mark.parametrize(("client", "text"), [("claude", "{"), ("codex", "= 1"), ("claude", "[]")])
def test_a_file_that_cannot_be_read_or_lacks_the_server_is_told(
    repo: Workspace, client: str, text: str
) -> None:
    _lock(repo, client)
    repo.write(PROJECT_FILES[client], text)
    code, (found,) = _verified(repo)
    expected = (0, "client-config-missing") if text == "[]" else (1, "client-config-changed")
    assert (code, found["rule"]) == expected


@pytest.mark.parametrize("members", [{"scope": "global"}, {"client": "zed"}])
def test_files_outside_of_the_repository_are_not_its_business(
    repo: Workspace, members: dict[str, str]
) -> None:
    _lock(repo, **{"client": "claude", **members})
    repo.write(".mcp.json", "{}")
    assert _verified(repo) == (0, [])


def test_check_compares_too_and_a_server_of_the_repo_is_left_alone(repo: Workspace) -> None:
    repo.configure(sandbox="off")
    assert repo.run("lock").code == 0
    repo.write(".mcp.json", json.dumps({"mcpServers": {"files": {"command": "other", "args": []}}}))
    assert repo.run("check").code == 0
    _lock(repo, "claude")
    repo.write(".mcp.json", json.dumps({"mcpServers": {NAME: {"command": "other", "args": []}}}))
    done = repo.run("check", "--offline", "--format", "json")
    assert "client-config-changed" in {found["rule"] for found in done.report["findings"]}
