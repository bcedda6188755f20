import subprocess
import sys
from pathlib import Path

import pytest

from tests.sim.workspace import Workspace

BIN = Path(sys.executable).parent


@pytest.mark.parametrize("public", [False, True])
def test_init_writes_what_linters_accept_and_check_passes(workspace: Workspace, *, public: bool) -> None:
    flags = ["--public"] if public else []
    done = workspace.run("init", *flags, "--", *workspace.command)
    assert done.code == 0
    assert workspace.run("check").code == 0
    flows = sorted(str(path) for path in (workspace.root / ".github/workflows").iterdir())
    assert len(flows) == 1 + public
    schema = [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows", *flows]
    assert subprocess.run(schema, capture_output=True, check=False, timeout=60).returncode == 0
    # The action is named by its major version, as every action's quick start does; owners may pin it.
    lint = [str(BIN / "zizmor"), "--offline", "--no-progress", "--persona", "pedantic", *flows]
    found = subprocess.run(lint, capture_output=True, check=False, timeout=60, text=True)
    problems = [line for line in found.stdout.splitlines() if line.startswith(("error[", "warning["))]
    assert [line for line in problems if "unpinned-uses" not in line and "concurrency" not in line] == []


def test_init_refuses_to_overwrite(workspace: Workspace) -> None:
    workspace.write(".github/workflows/toolpin.yml", "mine")
    done = workspace.run("init", "--", *workspace.command)
    assert done.code == 2
    assert "toolpin.yml" in done.err
    assert workspace.read(".github/workflows/toolpin.yml") == b"mine"
    assert not (workspace.root / "mcp-lock.json").exists()
