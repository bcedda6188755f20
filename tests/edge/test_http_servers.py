import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real.servers import server_command
from tests.sim.asking import asked, shake_hands, spec_for
from tests.sim.replay_http import ReplayHttp
from tests.sim.replay_server import Surface
from toolpin_ci.edge.http_servers import open_url
from toolpin_ci.edge.launch import Place
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import ServerSpec, Transport
from toolpin_ci.model.surface import Probe
from toolpin_ci.ports import Channel
from toolpin_ci.probe import ask
from toolpin_ci.probe.identity import answer

REPLAY = str(Path(__file__).parents[1] / "sim" / "replay_server.py")


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def started(spec: ServerSpec, folder: Path, seconds: float = 30.0) -> Iterator[Channel]:
    place = Place(workspace=folder, environ=os.environ)
    with open_url(spec, place, answer, time.monotonic() + seconds) as channel:
        yield channel


def python(port: int, *command: str) -> ServerSpec:
    url = f"http://127.0.0.1:{port}/mcp"
    return ServerSpec(
        name="local", command=(sys.executable, *command), url=url, transport=Transport.STREAMABLE_HTTP
    )


def test_a_local_server_is_started_asked_and_stopped(port: int, tmp_path: Path) -> None:
    (tmp_path / "surface.json").write_text(json.dumps({"tools": [{"name": "a"}]}), encoding="utf-8")
    spec = python(port, REPLAY, "surface.json", "--http", str(port))

    with started(spec, tmp_path) as channel:
        probe = ask(channel)

    assert probe.surface is not None
    assert list(probe.surface.lists["tools"]) == ["a"]
    with pytest.raises(ProbeError, match="nothing accepts"), asked(spec) as after:
        shake_hands(after)


def test_an_address_alone_is_asked_where_it_is(tmp_path: Path) -> None:
    with ReplayHttp(Surface({"tools": []})) as server, started(spec_for(server.url), tmp_path) as channel:
        assert ask(channel).is_complete


def test_a_server_that_ends_at_once_shows_its_log(port: int, tmp_path: Path) -> None:
    spec = python(port, "-c", "import sys; sys.exit('no database')")

    with pytest.raises(ProbeError) as told, started(spec, tmp_path):
        pass

    assert told.value.code == "server-exited"
    assert "ended with 1" in told.value.message
    assert told.value.log == "no database"


def test_a_server_that_ends_while_it_is_asked_shows_its_log(port: int, tmp_path: Path) -> None:
    serve = {"stderr": True, "exitOn": "tools/list"}
    (tmp_path / "surface.json").write_text(json.dumps({"tools": [], "_serve": serve}), encoding="utf-8")
    spec = python(port, REPLAY, "surface.json", "--http", str(port))

    with started(spec, tmp_path) as channel:
        trouble = ask(channel).unavailable["tools"]

    assert trouble.code == "connection-lost"
    assert "ended with 3" in trouble.message
    assert trouble.log.endswith("replay: tools/list")


def test_a_server_that_never_listens_is_given_up_in_time(port: int, tmp_path: Path) -> None:
    spec = python(port, "-u", "-c", "print('busy'); import time; time.sleep(60)")

    with pytest.raises(ProbeError) as told, started(spec, tmp_path, seconds=0.5):
        pass

    assert told.value.code == "timeout"
    assert "did not listen" in told.value.message


def test_a_port_of_somebody_else_is_not_taken_for_the_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        spec = python(listener.getsockname()[1], "-c", "")

        with pytest.raises(ProbeError) as told, started(spec, tmp_path):
            pass

    assert told.value.code == "port-taken"


def everything(mode: str, port: int, folder: Path) -> Probe:
    path, transport = ("/sse", Transport.SSE) if mode == "sse" else ("/mcp", Transport.STREAMABLE_HTTP)
    spec = ServerSpec(
        name="everything",
        command=tuple(server_command("server-everything", mode)),
        env={"PORT": str(port)},
        url=f"http://127.0.0.1:{port}{path}",
        transport=transport,
    )
    with started(spec, folder) as channel:
        return ask(channel)


@pytest.mark.real
@pytest.mark.parametrize("mode", ["streamableHttp", "sse"])
def test_a_published_server_lists_the_same_each_time(mode: str, port: int, tmp_path: Path) -> None:
    first, second = (everything(mode, port, tmp_path) for _ in range(2))

    assert not first.unavailable
    assert first.surface is not None
    assert second.surface is not None
    assert len(first.surface.lists["tools"]) > 10
    assert first.surface.digest == second.surface.digest
