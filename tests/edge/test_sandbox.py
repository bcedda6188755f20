"""How a server is held is decided by what a user of its own could reach; fallbacks are told."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.running import interpreter
from toolpin_ci.edge.holding import PROTECTIONS, Place
from toolpin_ci.edge.probing import probe_one
from toolpin_ci.edge.seccomp import program
from toolpin_ci.edge.shields import closed_to_others
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.model.surface import Note, Probe

SERVER = Path(__file__).parents[1] / "sim" / "replay_server.py"
needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can give a server a user of its own"
)


@pytest.fixture
def place() -> Iterator[Path]:
    root = Path(tempfile.mkdtemp(prefix="toolpin-test-", dir="/tmp"))
    root.chmod(0o755)
    shutil.copy(SERVER, root / "server.py")
    (root / "surface.json").write_text(
        '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', encoding="utf-8"
    )
    for name in ("server.py", "surface.json"):
        (root / name).chmod(0o644)
    yield root
    shutil.rmtree(root)


def probed(place: Path, *, sandbox: Sandbox | None = None, default: Sandbox = Sandbox.AUTO) -> Probe:
    python = interpreter() or pytest.skip("no Python that another user could run")
    spec = ServerSpec(name="s", command=(python, "server.py", "surface.json"), sandbox=sandbox)
    return probe_one(spec, Place(workspace=place, environ=dict(os.environ), sandbox=default))


@needs_root
@pytest.mark.root
def test_as_root_auto_holds_the_server_and_says_how(place: Path) -> None:
    probe = probed(place)

    assert probe.is_complete
    assert "user of its own" in probe.protections
    assert "network off" in probe.protections
    assert probe.notes == ()


@needs_root
@pytest.mark.root
def test_a_private_work_directory_falls_back_with_a_notice(place: Path) -> None:
    place.chmod(0o700)

    probe = probed(place)

    assert probe.is_complete
    assert probe.protections == PROTECTIONS
    reason = f"{place} keeps other users away from the directory that it starts in"
    assert probe.notes == (Note("sandbox-off", f"the server ran as our own user: {reason}"),)


@needs_root
@pytest.mark.root
def test_required_refuses_what_auto_lets_pass(place: Path) -> None:
    place.chmod(0o700)

    probe = probed(place, default=Sandbox.REQUIRED)

    assert probe.unavailable["server"].code == "no-sandbox"
    assert "keeps other users away" in probe.unavailable["server"].message


def test_off_is_off_and_noted(place: Path) -> None:
    probe = probed(place, sandbox=Sandbox.OFF)

    assert probe.is_complete
    assert probe.protections == PROTECTIONS
    assert probe.notes == (Note("sandbox-off", "the configuration says `sandbox: off`"),)


@needs_root
@pytest.mark.root
def test_the_home_is_the_servers_own_and_gone_afterwards(place: Path) -> None:
    (place / "server.py").write_text(
        "import os, sys; print(os.getuid(), os.stat(os.environ['HOME']).st_uid, file=sys.stderr)\n"
    )

    probe = probed(place)

    uid, owner = probe.unavailable["server"].log.split()
    assert uid == owner != "0"
    assert not list(Path(tempfile.gettempdir()).glob(f"toolpin-ci-{uid}-*"))


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("network", [True, False])
def test_every_jump_of_the_filter_lands_inside_it(machine: str, *, network: bool) -> None:
    lines = list(program(machine, network=network))

    for number, (code, yes, no, _) in enumerate(lines):
        if code != 0x06:
            assert number + 1 + max(yes, no) < len(lines)
    assert lines[-1] == (0x06, 0, 0, 0x7FFF0000)


def _verdict(machine: str, *, network: bool, call: int, argument: int = 0) -> int:
    """Run the filter as the kernel would."""
    data = {0: call, 4: {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine], 16: argument}
    lines = list(program(machine, network=network))
    at = accumulator = 0
    while True:
        code, yes, no, operand = lines[at]
        if code == 0x06:
            return operand
        if code == 0x20:
            accumulator, at = data[operand], at + 1
            continue
        holds = {
            0x15: accumulator == operand,
            0x35: accumulator >= operand,
            0x45: bool(accumulator & operand),
        }[code]
        at += 1 + (yes if holds else no)


@pytest.mark.parametrize(
    ("machine", "socket", "ptrace", "clone"), [("x86_64", 41, 101, 56), ("aarch64", 198, 117, 220)]
)
def test_the_filter_refuses_networks_namespaces_and_tracing(
    machine: str, socket: int, ptrace: int, clone: int
) -> None:
    refused, allowed = 0x00050001, 0x7FFF0000

    assert _verdict(machine, network=False, call=socket, argument=2) == refused
    assert _verdict(machine, network=False, call=socket, argument=1) == allowed
    assert _verdict(machine, network=True, call=socket, argument=2) == allowed
    assert _verdict(machine, network=True, call=ptrace) == refused
    assert _verdict(machine, network=True, call=clone, argument=0x10000000) == refused
    assert _verdict(machine, network=True, call=clone, argument=0x11) == allowed
    assert _verdict(machine, network=False, call=0) == allowed


def test_the_mode_of_a_closed_file_comes_back(tmp_path: Path) -> None:
    secret = tmp_path / "config"
    secret.touch(0o644)
    with closed_to_others([secret]) as left, closed_to_others([secret]):
        assert left == ()
        assert stat.S_IMODE(secret.stat().st_mode) & 0o007 == 0
    assert stat.S_IMODE(secret.stat().st_mode) & 0o004
