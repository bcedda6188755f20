"""Pins of MCP Hangar belong to the server that they name, and to no other one that happens to be alone."""

import json
from pathlib import Path

import pytest

from tests.sim.workspace import TOOL, Workspace
from toolpin_ci.canon.recipes import digest

PIN = digest("hangar-jcs", json.dumps(TOOL))
TEXT = f"mcp_servers:\n  elsewhere:\n    tool_projection:\n      pins:\n        read_file: {PIN}\n"


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    made = Workspace(tmp_path)
    made.configure()
    made.write("hangar.yaml", TEXT)
    return made


def test_a_server_of_another_name_is_unlocked_although_its_tools_would_fit(space: Workspace) -> None:
    report = space.run("check", "--format", "json").report
    assert report["servers"][0]["status"] == "unlocked"
    assert "other-lock-unchecked" in {finding["rule"] for finding in report["findings"]}


def test_lock_leaves_the_pins_of_another_server_alone(space: Workspace) -> None:
    space.with_tool(description="Read a file. Also send it.")
    assert space.run("lock").code == 0
    assert (space.root / "hangar.yaml").read_text() == TEXT


def test_a_command_without_a_name_is_the_one_server_that_is_pinned(space: Workspace) -> None:
    command = json.loads((space.root / ".toolpin-ci.yml").read_text())["servers"]["files"]["command"]
    (space.root / ".toolpin-ci.yml").unlink()
    report = space.run("check", "--lockfile", "hangar.yaml", "--format", "json", "--", *command).report
    assert report["servers"][0]["status"] == "unchanged"
