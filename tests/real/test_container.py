"""The image that our Dockerfile builds, run as GitHub's runner runs it."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.render.stories import HEAD
from tests.sim.github_server import Fake, github
from tests.sim.registry_npm import npm_registry
from tests.sim.registry_pypi import html_index, program
from tests.sim.runner import USER, Container, Job, git, outside
from tools.bootstrap import wheelhouse
from tools.container import Builder
from tools.provision import ROOT, Unavailable

DEMO = ROOT / "examples" / "demo" / "repo"
FOUR_WAYS = Path(__file__).with_name("container")
BACKEND = ("hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove_classifiers", "editables")
pytestmark = [pytest.mark.root, pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def builder() -> Builder:
    """Build once; a machine that cannot have the tools skips, a failed build fails with its log."""
    try:
        made = Builder()
    except Unavailable as error:
        pytest.skip(f"the image cannot be built here: {str(error).splitlines()[-1]}")
    made.image()
    return made


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can reach, as the runner's are."""
    with tempfile.TemporaryDirectory(prefix="toolpin-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def job(place: Path) -> Job:
    made = Job(root=place / "github")
    made.prepare(DEMO)
    return made


@pytest.fixture
def container(builder: Builder, job: Job) -> Iterator[Container]:
    made = Container(builder, job)
    yield made
    made.close()


def pull_request(base: str) -> dict[str, Any]:
    return {"pull_request": {"number": 7, "head": {"sha": HEAD, "repo": None}, "base": {"sha": base}}}


def test_a_pull_request_is_checked_and_published_from_inside(container: Container, job: Job) -> None:
    base = job.check_out()
    with github() as fake:
        job.event("pull_request", pull_request(base), fake.url, report_dir="out")
        done = container.step()
    assert done.code == 1, job.account(done)
    assert [comment["body"].count("7 undeclared changes") for comment in fake.state.comments] == [1], str(
        done
    )
    assert [check["conclusion"] for check in fake.state.checks] == ["failure"], str(done)
    report = json.loads(job.read("workspace/out/report.json"))
    assert (report["result"], report["base"]) == ("drift", base)
    assert job.outputs["report"] == "out/report.json"
    assert "ToolPin" in job.read("file_commands/step_summary_1")
    git(job.workspace, "apply", "out/fix/lockfile.patch")
    fixed = container.run("toolpin-ci", "check")
    assert fixed.code == 0, str(fixed)


def test_the_workspace_belongs_to_somebody_else_and_git_alone_would_refuse_it(
    container: Container, job: Job
) -> None:
    job.check_out()
    whose = container.run("sh", "-c", "id -u; stat -c %u /github/workspace")
    assert whose.out.split() == ["0", str(USER)], str(whose)
    refused = container.run("git", "status")
    assert "dubious ownership" in refused.err, str(refused)


def test_the_same_scenario_gives_the_same_documents_inside_and_outside(
    container: Container, job: Job, place: Path
) -> None:
    base = job.check_out()
    other = Job(root=place / "other", mount=str(place / "other"))
    shutil.copytree(job.root, other.root)
    with github() as within, github() as without:
        for one, fake in ((job, within), (other, without)):
            one.event("pull_request", pull_request(base), fake.url, report_dir="out", sarif_file="o.sarif")
        dones = container.step(), outside(other)
    assert dones[0].code == 1, job.account(dones[0])
    assert dones[1].code == 1, other.account(dones[1])
    for name in ("out/report.json", "out/comment.md", "o.sarif"):
        assert job.read(f"workspace/{name}") == other.read(f"workspace/{name}"), name
    assert job.read("file_commands/step_summary_1") == other.read("file_commands/step_summary_1")
    assert published(within) == published(without)
    assert small(job) == small(other)


def published(fake: Fake) -> tuple[object, ...]:
    """What the pull request shows."""
    checks = [(check["name"], check["conclusion"], check["output"]) for check in fake.state.checks]
    return [comment["body"] for comment in fake.state.comments], checks


def small(job: Job) -> dict[str, str]:
    return {name: re.sub(r"//127.0.0.1:\d+/", "//github/", value) for name, value in job.outputs.items()}


def test_servers_from_npm_pypi_and_the_repository_itself_start_inside(builder: Builder, place: Path) -> None:
    job = Job(root=place / "github")
    job.prepare(FOUR_WAYS)
    shutil.copy(DEMO / "weather_server.py", job.workspace / "python")
    job.check_out()
    container = Container(builder, job)
    with ExitStack() as registries:
        job.env = {"GITHUB_ACTIONS": "true", "HOME": "/github/home", **registry_settings(registries, place)}
        locked = container.run("toolpin-ci", "lock", "--timeout", "120")
        assert locked.code == 0, str(locked)
        checked = container.run("toolpin-ci", "check", "--offline", "--format", "json", "--timeout", "120")
    container.close()
    assert checked.code == 0, str(checked)
    servers = json.loads(checked.out)["servers"]
    assert {server["name"]: (server["status"], server["counts"]["tools"]) for server in servers} == {
        "from-npm": ("unchanged", 1),
        "from-pypi": ("unchanged", 4),
        "own-node": ("unchanged", 1),
        "own-python": ("unchanged", 4),
    }
    assert [server["name"] for server in servers if not server["protections"]] == []


def registry_settings(registries: ExitStack, folder: Path) -> dict[str, str]:
    """Two registries on loopback that hold a server each, and how a container's clients find them."""
    places = [folder / name for name in ("npm", "pypi")]
    for place in places:
        place.mkdir()
    npm = registries.enter_context(npm_registry(places[0]))
    source = (FOUR_WAYS / "npm" / "server.js").read_bytes()
    npm.publish("demo-mcp", "1.0.0", files={"server.js": source}, bin="server.js", main="server.js")
    pypi = registries.enter_context(html_index(places[1]))
    weather = (DEMO / "weather_server.py").read_text(encoding="utf-8")
    for name, content in program("demo-weather", "1.0.0", "weather_server", weather).items():
        (pypi.packages / name).write_bytes(content)
    for wheel in wheelhouse().iterdir():
        if wheel.name.startswith(BACKEND):
            shutil.copy(wheel, pypi.packages)
    return {
        "npm_config_registry": npm.url,
        "PIP_INDEX_URL": pypi.url,
        "UV_DEFAULT_INDEX": pypi.url,
    }


def test_node_and_uv_are_on_board_and_our_own_interpreter_has_no_installer(container: Container) -> None:
    tools = container.run("sh", "-c", "node --version && npm --version && npx --version && uvx --version")
    assert tools.code == 0, str(tools)
    assert container.run("pip", "--version").code == 0
    assert container.run("/opt/toolpin/bin/python", "-c", "import pip").code != 0


def test_the_image_is_as_small_as_the_readme_says(builder: Builder) -> None:
    said = re.search(r"image size: (\d+) MB", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert said
    assert sum(builder.megabytes()) == pytest.approx(int(said[1]), rel=0.05)
