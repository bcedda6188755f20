"""GitHub's runner, as far as an action sees it: folders, variables, and one container or one process."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.render.stories import HEAD
from tools.container import IMAGE, Builder
from tools.provision import ROOT

USER = 1001
"""Whose the workspace is; the container's program is root."""
FOLDERS = ("workspace", "workflow", "file_commands", "home", "runner_temp")
TOKEN = "ghs_" + "t" * 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a step ended, and everything that it said."""

    code: int
    out: str
    err: str

    def __str__(self) -> str:
        """Everything that helps to find the cause of a failure."""
        return f"exit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


@dataclass(slots=True, kw_only=True)
class Job:
    """One job's folders under one root, with a repository checked out by the runner's user."""

    root: Path
    mount: str = "/github"
    """Where the step sees the folders."""
    env: dict[str, str] = field(default_factory=dict)

    def prepare(self, repository: Path) -> None:
        for name in FOLDERS[1:]:
            (self.root / name).mkdir(parents=True)
        shutil.copytree(repository, self.workspace)

    def check_out(self) -> str:
        """Commit what is there and hand it to the runner's user; gives the commit."""
        git(self.workspace, "init", "-q", "-b", "main")
        git(self.workspace, "add", "-A")
        git(self.workspace, "commit", "-q", "-m", "base")
        for path in [self.workspace, *self.workspace.rglob("*")]:
            os.chown(path, USER, USER, follow_symlinks=False)
        return git(self.workspace, "rev-parse", "HEAD")

    def event(self, name: str, payload: dict[str, Any], url: str, **inputs: str) -> None:
        """Write the event file and the variables that the runner sets."""
        (self.root / "workflow" / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        self.env = {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": url,
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": f"{self.mount}/workflow/event.json",
            "GITHUB_JOB": "check",
            "GITHUB_OUTPUT": f"{self.mount}/file_commands/set_output_1",
            "GITHUB_REPOSITORY": "acme/weather",
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_RUN_ID": "99",
            "GITHUB_RUN_NUMBER": "3",
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_SHA": HEAD,
            "GITHUB_STEP_SUMMARY": f"{self.mount}/file_commands/step_summary_1",
            "GITHUB_WORKFLOW_REF": "acme/weather/.github/workflows/ci.yml@refs/pull/7/merge",
            "GITHUB_WORKSPACE": f"{self.mount}/workspace",
            "HOME": f"{self.mount}/home",
            "RUNNER_TEMP": f"{self.mount}/runner_temp",
            "INPUT_GITHUB-TOKEN": TOKEN,
            "INPUT_MATRIX": "null",
            **{f"INPUT_{key.upper().replace('_', '-')}": value for key, value in inputs.items()},
        }

    @property
    def workspace(self) -> Path:
        return self.root / "workspace"

    @property
    def outputs(self) -> dict[str, str]:
        """The step's outputs, whatever their delimiters are."""
        lines = self.read("file_commands/set_output_1").split("\n")
        return {lines[at].partition("<<")[0]: lines[at + 1] for at in range(0, len(lines) - 1, 3)}

    def account(self, done: Done) -> str:
        """All that tells why a step ended as it did: what it said, and the report in its summary."""
        summary = self.root / "file_commands" / "step_summary_1"
        return f"{done}\n--- summary\n{self.read(str(summary)) if summary.exists() else 'none'}"

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")


class Container:
    """One container of the image, with a job's folders mounted as the runner mounts them."""

    def __init__(self, builder: Builder, job: Job) -> None:
        self._builder, self._job = builder, job
        self.entrypoint: list[str] = builder.described()["Entrypoint"]
        made = builder.ask("from", f"--signature-policy={builder.home / 'policy.json'}", IMAGE)
        assert made.returncode == 0, f"buildah from: {made.stderr}"
        self._name = made.stdout.strip()

    def step(self) -> Done:
        """Run the action as `docker run` does."""
        return self.run(*self.entrypoint)

    def run(self, *command: str, **environ: str) -> Done:
        env = {**self._job.env, **environ}
        words = [f"--volume={self._job.root / name}:/github/{name}" for name in FOLDERS]
        words += [f"--env={name}={value}" for name, value in env.items()]
        fixed = ("--isolation=chroot", "--network=host", "--workingdir=/github/workspace")
        done = self._builder.ask("run", *fixed, *words, self._name, "--", *command)
        return Done(code=done.returncode, out=done.stdout, err=done.stderr)

    def close(self) -> None:
        self._builder.ask("rm", self._name)


def outside(job: Job) -> Done:
    """Run the same program with this checkout's interpreter."""
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **job.env}
    done = subprocess.run(
        [sys.executable, "-I", ROOT / "entrypoint.py"],
        cwd=job.workspace,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    return Done(code=done.returncode, out=done.stdout, err=done.stderr)


def git(folder: Path, *words: str) -> str:
    fixed = {
        "safe.directory": "*",
        "user.name": "t",
        "user.email": "t@example.com",
        "commit.gpgsign": "false",
    }
    settings = [word for name, value in fixed.items() for word in ("-c", f"{name}={value}")]
    done = subprocess.run(["git", *settings, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()
