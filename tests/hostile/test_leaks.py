"""What a server must not get it does not get; without the sandbox it would, so the test can fail."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.running import interpreter, run, said, workspace
from toolpin_ci.model.server import Sandbox

pytestmark = pytest.mark.root
if sys.platform != "linux" or os.geteuid() != 0:
    pytest.skip("only root can give each server a user of its own", allow_module_level=True)


@pytest.fixture
def place() -> Iterator[Path]:
    if interpreter() is None:
        pytest.skip("no Python that another user could run")
    with workspace() as found:
        yield found


def probed_with_a_secret(place: Path, sandbox: Sandbox) -> str:
    """Probe from a process that was started with a secret, as a job's step is."""
    code = (
        "import sys; from pathlib import Path; from tests.hostile.running import run, said; "
        "from toolpin_ci.model.server import Sandbox; "
        "print(said(run('environment', Path(sys.argv[1]), sandbox=Sandbox(sys.argv[2]))))"
    )
    env = {**os.environ, "GITHUB_TOKEN": "CANARY"}
    command = [sys.executable, "-c", code, str(place), sandbox.value]
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=60).stdout


def test_the_environment_of_the_job_and_of_our_process_stays_here(place: Path) -> None:
    assert "ENV [] PARENT CANARY" in probed_with_a_secret(place, Sandbox.OFF)
    assert "ENV [] PARENT none" in probed_with_a_secret(place, Sandbox.REQUIRED)


def test_a_credential_that_checkout_left_in_git_is_out_of_reach_and_noted(place: Path) -> None:
    config = place / ".git" / "config"
    config.parent.mkdir()
    config.write_text(
        '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic CANARY\n', encoding="utf-8"
    )
    config.chmod(0o644)

    assert "CANARY" in said(run("git_credentials", place, sandbox=Sandbox.OFF))
    held = run("git_credentials", place)
    assert said(held) == "GIT PermissionError"
    assert any(note.code == "persisted-credentials" for note in held.notes)
    assert stat.S_IMODE(config.stat().st_mode) == 0o644


def test_git_without_credentials_stays_readable(place: Path) -> None:
    config = place / ".git" / "config"
    config.parent.mkdir()
    config.write_text('[remote "origin"]\n\turl = https://github.com/octo/repo\n', encoding="utf-8")

    held = run("git_credentials", place)

    assert said(held) == "GIT readable"
    assert held.notes == ()


def test_the_sockets_of_container_engines_are_out_of_reach(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket of our own stands in: at the engine's real place it would disturb every other probe."""
    path = place / "engine.sock"
    monkeypatch.setattr("toolpin_ci.edge.sandbox.SOCKETS", (str(path),))
    with socket.socket(socket.AF_UNIX) as engine:
        engine.bind(str(path))
        engine.listen()
        path.chmod(0o660)
        assert "CANARY" in said(run("docker_sock", place, sandbox=Sandbox.OFF))
        assert said(run("docker_sock", place)) == "DOCKER PermissionError"
        path.chmod(0o666)
        refused = run("docker_sock", place)
        assert refused.unavailable["server"].code == "docker-socket"


def test_there_is_no_network_unless_asked_for(place: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        assert said(run("net_egress", place, port, sandbox=Sandbox.OFF)) == "NET CANARY"
        assert said(run("net_egress", place, port)) == "NET PermissionError"


def test_the_files_of_the_runner_are_not_written_to(place: Path) -> None:
    commands = place / "commands"
    commands.mkdir()
    (commands / "set_output").write_text("", encoding="utf-8")
    (commands / "set_output").chmod(0o666)
    environ = {**os.environ, "GITHUB_OUTPUT": str(commands / "set_output")}

    run("github_files_scan", place, str(commands), environ=environ)
    assert (commands / "set_output").read_text(encoding="utf-8") == ""
    run("github_files_scan", place, str(commands), sandbox=Sandbox.OFF, environ=environ)
    assert (commands / "set_output").read_text(encoding="utf-8") == "PWNED=1\n"


def test_a_lockfile_is_not_swapped_for_a_link(place: Path) -> None:
    lockfile = place / "mcp-lock.json"
    lockfile.write_text("{}", encoding="utf-8")

    run("symlink_swap", place)
    assert not lockfile.is_symlink()
    run("symlink_swap", place, sandbox=Sandbox.OFF)
    assert lockfile.is_symlink()
