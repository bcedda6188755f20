import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from tests.real.running import configure, locked_surface, toolpin
from tests.real.servers import NAMES, server_command, server_env
from toolpin_ci.edge.launch import Place, launched
from toolpin_ci.edge.stdio_channel import StdioChannel
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.model.surface import Surface
from toolpin_ci.probe import ask
from toolpin_ci.probe.identity import answer
from tools import fixtures

pytestmark = pytest.mark.real

STATELESS = ("context7", "duckduckgo-mcp-server", "mcp-server-git")
WEB = {
    "streamableHttp": {"path": "/mcp"},
    "sse": {"path": "/sse", "transport": "sse"},
}


def lock_twice_and_check(work: Path) -> None:
    toolpin(work, "lock")
    first = (work / "mcp-lock.json").read_bytes()
    toolpin(work, "lock")
    assert (work / "mcp-lock.json").read_bytes() == first
    assert "unchanged" in toolpin(work, "check")


@pytest.mark.parametrize("name", NAMES)
def test_a_published_server_locks_to_the_same_bytes_and_is_clean_right_after(
    name: str, tmp_path: Path
) -> None:
    configure(tmp_path, name)

    lock_twice_and_check(tmp_path)

    assert locked_surface(tmp_path)["protocolVersion"] == fixtures.descriptions()[name]["protocol"]
    assert locked_surface(tmp_path)["tools"]


@pytest.mark.parametrize("wire", WEB)
def test_a_server_that_we_start_and_reach_by_address_locks_and_checks_like_one_on_pipes(
    wire: str, tmp_path: Path
) -> None:
    over_pipes = tmp_path / "stdio"
    over_pipes.mkdir()
    configure(over_pipes, "server-everything")
    toolpin(over_pipes, "lock")
    settings: dict[str, Any] = dict(WEB[wire])
    port = free_port()
    configure(
        tmp_path,
        "server-everything",
        command=server_command("server-everything", wire),
        env={"PORT": str(port)},
        url=f"http://127.0.0.1:{port}{settings.pop('path')}",
        **settings,
    )

    lock_twice_and_check(tmp_path)

    assert locked_surface(tmp_path)["digest"] == locked_surface(over_pipes)["digest"]


@pytest.mark.parametrize("name", STATELESS)
def test_a_server_of_both_eras_offers_the_same_with_and_without_a_handshake(
    name: str, tmp_path: Path
) -> None:
    before, after = (surface(name, tmp_path, stateless=stateless) for stateless in (False, True))

    assert before.header["protocolVersion"] == "2025-11-25"
    assert after.header["protocolVersion"] == "2026-07-28"
    assert after.lists["tools"]
    assert after.lists == before.lists


def surface(name: str, work: Path, *, stateless: bool) -> Surface:
    command = tuple(server_command(name))
    spec = ServerSpec(name=name, command=command, env=server_env(name), sandbox=Sandbox.OFF)
    with launched(spec, Place(workspace=work, environ=os.environ), pipes=True) as child:
        probe = ask(StdioChannel(child, answer, time.monotonic() + 90), stateless=stateless)
    assert probe.is_complete, probe.unavailable
    assert probe.surface is not None
    return probe.surface


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
