"""The image that our Dockerfile builds, run as GitHub's runner runs it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.render.stories import HEAD
from tests.sim.github_server import github
from tools.container import IMAGE, Builder
from tools.provision import Unavailable

DEMO = Path(__file__).parents[2] / "examples" / "demo" / "repo"
ENTRYPOINT = ["/opt/toolpin/bin/python", "-I", "/entrypoint.py"]
RUNNER_USER = 1001
pytestmark = [pytest.mark.root, pytest.mark.slow, pytest.mark.timeout(900)]


class Container:
    """One container of the image, with the runner's folders mounted."""

    def __init__(self, builder: Builder, folder: Path) -> None:
        self.env = {**os.environ, **builder.env}
        policy = f"--signature-policy={builder.home / 'policy.json'}"
        self.name = self._buildah("from", policy, IMAGE).stdout.strip()
        self.folder = folder

    def _buildah(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["buildah", *words], env=self.env, capture_output=True, text=True, check=False, timeout=300
        )

    def run(self, *command: str, **environ: str) -> subprocess.CompletedProcess[str]:
        mounts = {
            "ws": "workspace",
            "wf": "workflow",
            "fc": "file_commands",
            "home": "home",
            "tmp": "runner_temp",
        }
        words = [f"--volume={self.folder / ours}:/github/{theirs}" for ours, theirs in mounts.items()]
        words += [f"--env={name}={value}" for name, value in environ.items()]
        fixed = ("--isolation=chroot", "--network=host", "--workingdir=/github/workspace")
        return self._buildah("run", *fixed, *words, self.name, "--", *command)

    def close(self) -> None:
        self._buildah("rm", self.name)


@pytest.fixture(scope="module")
def builder() -> Builder:
    try:
        made = Builder()
        made.image()
    except Unavailable as error:
        pytest.skip(f"the image cannot be built here: {str(error).splitlines()[-1]}")
    return made


@pytest.fixture
def container(builder: Builder, tmp_path: Path) -> Iterator[Container]:
    for name in ("wf", "fc", "home", "tmp"):
        (tmp_path / name).mkdir()
    shutil.copytree(DEMO, tmp_path / "ws")
    for path in [tmp_path / "ws", *(tmp_path / "ws").rglob("*")]:
        os.chown(path, RUNNER_USER, RUNNER_USER)
    made = Container(builder, tmp_path)
    yield made
    made.close()


def environ(url: str, event: str) -> dict[str, str]:
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": "/github/workflow/event.json",
        "GITHUB_OUTPUT": "/github/file_commands/output",
        "GITHUB_STEP_SUMMARY": "/github/file_commands/summary",
        "GITHUB_REPOSITORY": "acme/weather",
        "GITHUB_API_URL": url,
        "GITHUB_SHA": HEAD,
        "HOME": "/github/home",
        "RUNNER_TEMP": "/github/runner_temp",
        "INPUT_REPORT-DIR": "out",
        "INPUT_GITHUB-TOKEN": "ghs_" + "t" * 36,
    }


def git(folder: Path, *words: str) -> str:
    settings = ["-c", "safe.directory=*", "-c", "user.name=t", "-c", "user.email=t@example.com"]
    done = subprocess.run(["git", *settings, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_pull_request_is_checked_and_published_from_inside(container: Container) -> None:
    workspace = container.folder / "ws"
    git(workspace, "init", "-q", "-b", "main")
    git(workspace, "add", "-A")
    git(workspace, "commit", "-q", "-m", "base")
    base = git(workspace, "rev-parse", "HEAD")
    os.chown(workspace / ".git", RUNNER_USER, RUNNER_USER)
    pull = {"number": 7, "head": {"sha": HEAD, "repo": None}, "base": {"sha": base}}
    (container.folder / "wf" / "event.json").write_text(json.dumps({"pull_request": pull}), encoding="utf-8")
    with github() as fake:
        done = container.run(*ENTRYPOINT, **environ(fake.url, "pull_request"))
    assert done.returncode == 1, done.stdout + done.stderr
    assert fake.state.comments, done.stdout + done.stderr
    assert "7 undeclared changes" in fake.state.comments[0]["body"]
    assert fake.state.checks[0]["conclusion"] == "failure"
    report = json.loads((workspace / "out" / "report.json").read_text(encoding="utf-8"))
    assert (report["result"], report["base"]) == ("drift", base)
    git(workspace, "apply", "out/fix/lockfile.patch")
    fixed = container.run("toolpin-ci", "check")
    assert fixed.returncode == 0, fixed.stdout
    assert "result<<toolpin_" in (container.folder / "fc" / "output").read_text(encoding="utf-8")
    assert "ToolPin" in (container.folder / "fc" / "summary").read_text(encoding="utf-8")


def test_the_command_inside_says_the_same_as_the_command_outside(container: Container) -> None:
    inside = container.run("toolpin-ci", "check", "--format", "json")
    outside = subprocess.run(
        [sys.executable, "-m", "toolpin_ci", "check", "--format", "json"],
        cwd=container.folder / "ws",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(DEMO.parents[2])},
    )
    assert json.loads(inside.stdout)["driftFingerprint"] == json.loads(outside.stdout)["driftFingerprint"]


def test_node_and_uv_are_on_board_and_pip_is_not(container: Container) -> None:
    tools = container.run("sh", "-c", "node --version && npx --version && uvx --version && git --version")
    assert tools.returncode == 0, tools.stderr
    assert container.run("/opt/toolpin/bin/python", "-c", "import pip").returncode != 0
