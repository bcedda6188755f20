"""Every line that the README quotes from a run is one that a run really prints."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sim.github_server import github
from tests.sim.workspace import REPLAY, Workspace

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_NOISY = f"print('hello', flush=True); import runpy; runpy.run_path({str(REPLAY)!r}, run_name='__main__')"


def check(workspace: Workspace, *options: str) -> str:
    done = workspace.run("check", *options)
    return done.out + done.err


def configured(**settings: object) -> Callable[[Workspace], str]:
    def provoke(workspace: Workspace) -> str:
        workspace.configure(**settings)
        return check(workspace, "--timeout", "1")

    return provoke


def of_another_name(workspace: Workspace) -> str:
    workspace.lock()
    workspace.write(
        ".toolpin-ci.yml",
        json.dumps({"version": 1, "servers": {"other": {"command": list(workspace.command)}}}),
    )
    return check(workspace)


def not_executable(workspace: Workspace) -> str:
    workspace.write("bin/server", "#!/bin/sh\n")
    workspace.configure(command=["bin/server"])
    return check(workspace)


def noisy(workspace: Workspace) -> str:
    workspace.configure(command=[sys.executable, "-c", _NOISY, "surface.json"])
    workspace.run("lock")
    return check(workspace)


def act(workspace: Workspace, event: str, **environ: str) -> str:
    """Run the action's own program on an event."""
    pull = {"number": 7, "head": {"sha": "a" * 40}, "base": {"sha": "b" * 40}}
    workspace.write("event.json", json.dumps({"pull_request": pull}))
    given = {
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": str(workspace.root / "event.json"),
        "GITHUB_REPOSITORY": "acme/weather",
        **environ,
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "entrypoint.py")],
        cwd=workspace.root,
        env={"PATH": os.environ["PATH"], **given},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.stdout


def without_the_base(workspace: Workspace) -> str:
    workspace.git("init", "-q")
    workspace.commit()
    with github(granted=frozenset()) as fake:
        return act(
            workspace, "pull_request", **{"GITHUB_API_URL": fake.url, "INPUT_GITHUB-TOKEN": "ghs_" + "t" * 36}
        )


PROVOKED: dict[str, Callable[[Workspace], str]] = {
    "there is no mcp-lock.json": configured(),
    "not in the lockfile": of_another_name,
    "no server was found in this repository": check,
    "the command 'x' is not there": configured(command=["x"]),
    "cannot be started: Permission denied": not_executable,
    "the server ended with exit code 1 before it answered initialize": configured(
        command=[sys.executable, "-c", "raise SystemExit(1)"]
    ),
    "no answer to initialize within the time limit": configured(
        command=[sys.executable, "-c", "import time; time.sleep(30)"]
    ),
    "the server writes lines to stdout that are no messages": noisy,
    "pass-env names X, which this job does not have": configured(**{"pass-env": ["X"]}),
    "the sandbox that is required here is impossible": configured(sandbox="required", command=["./x"]),
    "neither git nor GitHub has the base": without_the_base,
    "The comment was not written": lambda workspace: act(workspace, "pull_request"),
    "pull_request_target would give": lambda workspace: act(workspace, "pull_request_target"),
}


def test_the_table_quotes_these_lines_and_no_others() -> None:
    section = README[README.index("\n## Troubleshooting\n") :]
    quoted = re.findall(r"^\| `([^`]+)` \|", section[: section.index("\n## ", 1)], re.MULTILINE)
    assert quoted == list(PROVOKED)


@pytest.mark.parametrize("line", PROVOKED)
def test_a_line_that_the_table_quotes_is_printed(line: str, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o700)
    workspace = Workspace(tmp_path / "closed")
    assert line in PROVOKED[line](workspace)
