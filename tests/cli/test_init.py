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
