from pathlib import Path

import pytest

from tests.sim.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


@pytest.fixture
def repository(workspace: Workspace) -> Workspace:
    """A branch `work` that left `main` when server and lockfile agreed."""
    workspace.git("init", "-q", "-b", "main")
    workspace.configure()
    assert workspace.run("lock").code == 0
    workspace.commit("base")
    workspace.git("switch", "-q", "-c", "work")
    return workspace
