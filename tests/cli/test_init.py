import json

import pytest

from tests.sim.workspace import Workspace
from tools.lint_workflows import problems


@pytest.mark.parametrize("public", [False, True])
def test_init_writes_what_linters_accept_and_check_passes(workspace: Workspace, *, public: bool) -> None:
    flags = ["--public"] if public else []
    done = workspace.run("init", *flags, "--", *workspace.command)
    assert done.code == 0
    assert workspace.run("check").code == 0
    flows = sorted((workspace.root / ".github/workflows").iterdir())
    assert len(flows) == 1 + public
    assert list(problems(flows)) == []


def test_init_refuses_to_overwrite(workspace: Workspace) -> None:
    workspace.write(".github/workflows/toolpin.yml", "mine")
    done = workspace.run("init", "--", *workspace.command)
    assert done.code == 2
    assert "toolpin.yml" in done.err
    assert workspace.read(".github/workflows/toolpin.yml") == b"mine"
    assert not (workspace.root / "mcp-lock.json").exists()


def test_init_refuses_to_renew_a_lockfile_that_somebody_reviewed(workspace: Workspace) -> None:
    assert workspace.lock().code == 0
    before = workspace.read()
    workspace.with_tool(description="Drifted.")
    done = workspace.run("init", "--", *workspace.command)
    assert done.code == 2
    assert "mcp-lock.json is there already" in done.err
    assert workspace.read() == before
    assert not (workspace.root / ".github").exists()


def test_init_writes_the_configuration_for_servers_that_it_found_too(workspace: Workspace) -> None:
    servers = {"files": {"command": workspace.command[0], "args": list(workspace.command[1:])}}
    workspace.write(".mcp.json", json.dumps({"mcpServers": servers}))
    assert workspace.run("init").code == 0
    assert b"enforcement: block" in workspace.read(".toolpin-ci.yml")
    assert b"servers:" not in workspace.read(".toolpin-ci.yml")
    assert workspace.run("check").code == 0


def test_init_says_beside_a_tag_that_it_is_one(workspace: Workspace) -> None:
    workspace.run("init", "--action", f"acme/toolpin@{'a' * 40}", "--", *workspace.command)
    assert b"unpinned-uses" not in workspace.read(".github/workflows/toolpin.yml")
