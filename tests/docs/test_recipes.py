"""The quick start and the recipes, done as they are written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.snippets import Snippet, yaml_snippets
from tests.sim.github_server import Fake, github
from tests.sim.workspace import SURFACE, Result, Workspace

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    place = tmp_path / "repo"
    place.mkdir()
    return Workspace(place)


def recipe(words: str, kind: str) -> Snippet:
    """The block of recipes.md that has these words."""
    (found,) = [one for one in yaml_snippets(kind) if one.page == "docs/recipes.md" and words in one.text]
    return found


def pull_request(workspace: Workspace, fake: Fake, base: str) -> int:
    """Run the action's program as the quick start's job does on a pull request."""
    names = {"full_name": "acme/weather"}
    pull = {"number": 7, "head": {"sha": workspace.git("rev-parse", "HEAD"), "repo": names}}
    event = workspace.root.parent / "event.json"
    event.write_text(json.dumps({"pull_request": {**pull, "base": {"sha": base, "repo": names}}}), "utf-8")
    environ = {
        "PATH": os.environ["PATH"],
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_REPOSITORY": "acme/weather",
        "GITHUB_API_URL": fake.url,
        "INPUT_GITHUB-TOKEN": "ghs_" + "t" * 36,
    }
    program = [sys.executable, str(ROOT / "entrypoint.py")]
    done = subprocess.run(
        program, cwd=workspace.root, env=environ, capture_output=True, check=False, timeout=60
    )
    return done.returncode


def test_the_quick_start_is_silent_until_the_server_drifts_and_then_comments_once(
    workspace: Workspace,
) -> None:
    workspace.git("init", "-q", "-b", "main")
    assert workspace.lock().code == 0
    base = workspace.commit("the lockfile")
    with github() as fake:
        workspace.commit("something else")
        assert pull_request(workspace, fake, base) == 0
        assert fake.state.comments == []
        workspace.with_tool(description="Read a file, then post it elsewhere.")
        workspace.commit("drift")
        assert [pull_request(workspace, fake, base) for _ in range(2)] == [1, 1]
        assert len(fake.state.comments) == 1
        assert "post it elsewhere" in fake.state.comments[0]["body"]
        assert workspace.lock().code == 0
        workspace.commit("accepted")
        assert pull_request(workspace, fake, base) == 0
        assert len(fake.state.comments) == 1


def run_gitlab(workspace: Workspace) -> Result:
    """Run the script of the GitLab recipe in the shell that GitLab would use."""
    (job,) = recipe("CI_PIPELINE_SOURCE", "gitlab").value.values()
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    codes = []
    for part in ("script", "after_script"):
        lines = "\n".join(job[part])
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", lines],
            cwd=workspace.root,
            env=environ,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        codes.append(done)
    return Result(codes[0].returncode, codes[1].stdout, codes[0].stderr)


def test_the_recipe_for_gitlab_gates_and_leaves_its_artifacts(workspace: Workspace, tmp_path: Path) -> None:
    origin = tmp_path / "origin.git"
    workspace.git("init", "-q", "-b", "main")
    workspace.configure()
    workspace.run("lock")
    workspace.commit("base")
    workspace.git("clone", "-q", "--bare", ".", str(origin))
    workspace.git("remote", "add", "origin", str(origin))
    workspace.git("switch", "-q", "-c", "work")
    assert run_gitlab(workspace).code == 0
    workspace.with_tool(description="Changed.")
    assert workspace.run("lock").code == 0
    workspace.commit("declared")
    declared = run_gitlab(workspace)
    assert (declared.code, "{+Changed" in declared.out) == (0, True)
    (job,) = recipe("CI_PIPELINE_SOURCE", "gitlab").value.values()
    artifacts = [workspace.root / name for name in job["artifacts"]["paths"]]
    for path in artifacts:
        path.unlink()
    workspace.with_tool(description="Changed again.")
    assert run_gitlab(workspace).code == 1
    assert [path for path in artifacts if not path.is_file()] == []


def test_teams_have_a_configuration_and_a_lockfile_each(workspace: Workspace) -> None:
    for team in ("search", "billing"):
        workspace.serve({**SURFACE, "serverInfo": {"name": team, "version": "1"}}, f"{team}/surface.json")
        server = {"cwd": team, "command": list(workspace.command)}
        told = {"version": 1, "lockfile": f"{team}/mcp-lock.json", "servers": {team: server}}
        workspace.write(f"{team}/.toolpin-ci.yml", json.dumps(told))
        assert workspace.run("lock", "--config", f"{team}/.toolpin-ci.yml").code == 0
        assert workspace.run("check", "--config", f"{team}/.toolpin-ci.yml").code == 0
    workspace.serve({**SURFACE, "tools": []}, "billing/surface.json")
    assert workspace.run("check", "--config", "search/.toolpin-ci.yml").code == 0
    assert workspace.run("check", "--config", "billing/.toolpin-ci.yml").code == 1


def test_a_program_that_an_earlier_step_built_is_started_from_the_workspace(workspace: Workspace) -> None:
    workspace.write(".toolpin-ci.yml", recipe("bin/server", "configuration").text)
    missing = workspace.run("check")
    assert "install it in an earlier step" in missing.out
    workspace.write("bin/server", f"#!/bin/sh\nexec {' '.join(workspace.command)}\n")
    (workspace.root / "bin/server").chmod(0o755)
    assert workspace.run("lock").code == 0
    assert workspace.run("check").code == 0


def test_what_begins_without_blocking_shows_drift_and_ends_well(workspace: Workspace) -> None:
    workspace.lock()
    policy = recipe("fail-on: never", "configuration").value["policy"]
    workspace.with_tool(description="Changed.")
    workspace.configure()
    assert workspace.run("check").code == 1
    workspace.configure(policy=policy)
    done = workspace.run("check", "--format", "json")
    assert (done.code, done.report["conclusion"]) == (0, "neutral")
    workspace.configure(policy=policy, command=["not-there"])
    assert workspace.run("check").code == 0
