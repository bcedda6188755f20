"""The action from end to end: a real repository, a real server that is asked once, our GitHub."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.action.conftest import BASE, PULL, Run, with_base
from tests.render.stories import STORIES
from tests.sim.github_server import Fake, github
from tests.sim.workspace import REPLAY, TOOL, Workspace
from toolpin_ci.canon.recipes import digest

COUNTED = f"""\
import os, sys
with open("starts.txt", "a") as file:
    file.write("x")
os.execv(sys.executable, [sys.executable, {str(REPLAY)!r}, "surface.json"])
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A branch whose server has drifted from the lockfile that it shares with `main`."""
    monkeypatch.chdir(tmp_path)
    made = Workspace(tmp_path)
    made.write("counted.py", COUNTED)
    made.write(".gitignore", "starts.txt\nevent.json\nout\n*.md\noutput.txt\n")
    made.command = (sys.executable, "counted.py")  # type: ignore[assignment]
    made.configure(sandbox="off")
    made.git("init", "-q", "-b", "main")
    assert made.run("lock").code == 0
    made.commit("base")
    made.git("switch", "-q", "-c", "work")
    made.serve({"tools": [{**TOOL, "description": "Read a file, @octocat."}]})
    made.commit("drift")
    (tmp_path / "starts.txt").unlink()
    return made


def checked(made: Workspace, fake: Fake, **inputs: str) -> tuple[int, Run]:
    shas = {name: made.git("rev-parse", name) for name in ("main", "work")}
    pull = {**PULL, "head": {"sha": shas["work"]}, "base": {"sha": shas["main"]}}
    run = Run(made.root, fake, "pull_request", {"pull_request": pull}, **inputs)
    run.use_real_examine = True
    return run.go(STORIES["clean"]), run


def test_the_fix_comes_from_the_one_time_that_the_server_was_asked(repository: Workspace) -> None:
    with github() as fake:
        code, run = checked(repository, fake, report_dir="out")
    assert code == 1
    assert (repository.root / "starts.txt").read_text(encoding="utf-8") == "x"
    assert "git apply out/fix/lockfile.patch" in fake.state.comments[0]["body"]
    subprocess.run(["git", "apply", "out/fix/lockfile.patch"], cwd=repository.root, check=True)
    assert repository.read() == (run.folder / "out" / "fix" / "mcp-lock.json").read_bytes()
    assert repository.run("check").code == 0


def test_the_fix_renews_the_pins_of_another_system_where_they_stand(repository: Workspace) -> None:
    text = "mcp_servers: # ours\n  files:\n    tool_projection:\n      pins: {read_file: '%s'}\n"
    repository.write("hangar.yaml", text % ("0" * 64))
    with github() as fake:
        code, _ = checked(repository, fake, report_dir="out")
    assert code == 1
    subprocess.run(["git", "apply", "out/fix/lockfile.patch"], cwd=repository.root, check=True)
    pin = digest("hangar-jcs", json.dumps({**TOOL, "description": "Read a file, @octocat."}))
    assert repository.read("hangar.yaml").decode() == text % pin
    assert repository.run("check").code == 0


def test_what_lock_writes_is_what_the_fix_has(repository: Workspace) -> None:
    with github() as fake:
        checked(repository, fake, report_dir="out")
    fixed = json.loads((repository.root / "out" / "fix" / "mcp-lock.json").read_text(encoding="utf-8"))
    assert repository.run("lock").code == 0
    assert timeless(fixed) == timeless(repository.lock_document())


def timeless(value: Any) -> Any:
    """Drop what tells the time of day, and what is a hash over it."""
    if isinstance(value, dict):
        told = {"generatedAt", "lockedAt", "resolvedAt", "updatedAt", "integrity", "createdAt"}
        return {key: timeless(one) for key, one in value.items() if key not in told}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def test_a_server_that_cannot_be_read_does_not_take_the_fix_of_another_away(repository: Workspace) -> None:
    settings = repository.settings(sandbox="off")
    settings["servers"]["broken"] = {"command": [sys.executable, "-c", "raise SystemExit(3)"]}
    repository.write(".toolpin-ci.yml", json.dumps(settings))
    repository.commit("a second server")
    with github() as fake:
        code, run = checked(repository, fake, report_dir="out")
    assert code == 1
    fixed = json.loads((run.folder / "out" / "fix" / "mcp-lock.json").read_text(encoding="utf-8"))
    assert list(fixed["servers"]) == list(repository.lock_document()["servers"])
    assert "@octocat" in json.dumps(fixed)


def test_what_is_declared_leaves_no_fix_and_costs_few_calls(repository: Workspace) -> None:
    assert repository.run("lock").code == 0
    repository.commit("accept")
    with github() as fake:
        code, run = checked(repository, fake, report_dir="out")
    assert code == 0
    assert not (run.folder / "out" / "fix").exists()
    assert len(fake.state.calls) <= 8
    assert "declared" in fake.state.comments[0]["body"]


def test_a_clone_without_its_base_costs_no_more_than_eight_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = Workspace(tmp_path)
    made.configure(sandbox="off")
    assert made.run("lock").code == 0
    with github() as fake:
        for name, ref in ((".toolpin-ci.yml", BASE), ("mcp-lock.json", BASE), ("mcp-lock.json", "c" * 40)):
            fake.state.contents[(name, ref)] = base64.b64encode(made.read(name)).decode()
        for words in ("Drift.", "More drift."):
            fake.state.calls.clear()
            made.with_tool(description=words)
            run = Run(tmp_path, with_base(fake), "pull_request", {"pull_request": PULL})
            run.use_real_examine = True
            assert run.go(STORIES["clean"]) == 1
    assert len(fake.state.comments) == 1
    assert len(fake.state.calls) <= 8
