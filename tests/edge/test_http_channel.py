import json
import subprocess
import sys
import threading

import pytest

from tests.sim.asking import WIRES, reached, replayed, shake_hands
from tests.sim.replay_server import MODERN
from toolpin_ci.canon.text import compact, parse
from toolpin_ci.errors import ProbeError
from toolpin_ci.ports import RpcError
from toolpin_ci.probe import ask

TOOLS = [{"name": f"tool-{number}", "inputSchema": {"type": "object"}} for number in range(5)]

EXACT = (
    '{"tools":[{"name":"a","inputSchema":{"minimum":1.0,"maximum":9007199254740993,"multipleOf":1e2},'
    '"vendor":{"x":null},"description":null,"small":0.1000000000000000055,"zero":-0,"long":'
    + "9" * 900
    + '},{"inputSchema":3}],"unknown":[true,false],"_meta":{"a\\u0000b":"\\ud83d\\ude00 \\u2028"}}'
)


@pytest.mark.parametrize("wire", WIRES)
def test_a_result_is_kept_exactly_as_the_server_wrote_it(wire: str) -> None:
    with replayed({"_serve": {"rawResults": {"tools/list": EXACT}}}, wire) as (_, channel):
        found = channel.request("tools/list", {})

    assert compact(found) == compact(parse(EXACT))


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ('{"tools":[],"tools":[]}', "stands twice"),
        ('{"tools":NaN}', "NaN"),
        ('{"tools":1e400}', "1e400"),
        ('{"tools":"\udcff"}', "UTF-8"),
        ("[" * 300 + "]" * 300, "nested deeper"),
        ('{"tools":' + "9" * 2000 + "}", "2000 characters"),
        ('{"tools":[}', "Expecting value"),
    ],
    ids=["duplicate-key", "nan", "infinite", "utf-8", "deep", "long-number", "broken"],
)
def test_what_others_repair_in_silence_is_refused(wire: str, raw: str, reason: str) -> None:
    with replayed({"tools": TOOLS, "_serve": {"rawResults": {"prompts/list": raw}}}, wire) as (_, channel):
        with pytest.raises(ProbeError, match=reason):
            channel.request("prompts/list", {})

        assert len(channel.request("tools/list", {})["tools"]) == 5, "one bad list does not hide another"  # type: ignore[arg-type]


@pytest.mark.parametrize("wire", WIRES)
def test_a_message_of_a_million_bytes_arrives_whole(wire: str) -> None:
    tools = [{"name": "big", "description": "x" * 2_000_000, "inputSchema": {}}]
    with replayed({"tools": tools}, wire) as (_, channel):
        assert channel.request("tools/list", {}) == {"tools": tools}
        assert channel.received > 2_000_000


@pytest.mark.parametrize("wire", WIRES)
def test_every_page_is_read_in_one_session(wire: str) -> None:
    with reached({"tools": TOOLS, "_serve": {"pageSize": 2}}, wire) as (_, channel):
        probe = ask(channel)

    assert not probe.unavailable
    assert probe.surface is not None
    assert sorted(probe.surface.lists["tools"]) == [tool["name"] for tool in TOOLS]


@pytest.mark.parametrize("wire", ["json", *WIRES])
def test_requests_of_the_server_are_answered_while_we_wait(wire: str) -> None:
    questions = ["ping", "roots/list", "sampling/createMessage", "unheard/of"]
    serve = {"askClient": questions, "getStream": wire == "json"}
    with replayed({"tools": TOOLS, "_serve": serve}, wire) as (server, channel):
        channel.request("tools/list", {})

    assert [reply["id"] for reply in server.answers] == ["srv-1", "srv-2", "srv-3", "srv-4"]
    assert [reply.get("result") for reply in server.answers] == [{}, {"roots": []}, None, None]
    assert [reply["error"]["code"] for reply in server.answers[2:]] == [-1, -32601]


@pytest.mark.parametrize("wire", ["json", "frames"])
def test_a_session_is_named_in_every_request_and_ended_at_last(wire: str) -> None:
    with replayed({"tools": TOOLS, "protocolVersion": "2025-11-25"}, wire) as (server, channel):
        channel.request("tools/list", {})
        assert server.sessions == {"replay-1"}

    (first, opening), *others = server.seen
    assert first == "POST /mcp"
    assert "mcp-session-id" not in opening
    assert {headers["mcp-session-id"] for _, headers in others} == {"replay-1"}
    assert {headers["mcp-protocol-version"] for _, headers in others} == {"2025-11-25"}
    assert others[-1][0] == "DELETE /mcp"
    assert not server.sessions


@pytest.mark.parametrize("wire", ["json", "frames"])
def test_without_a_handshake_every_request_carries_its_own_headers(wire: str) -> None:
    document = {"tools": TOOLS, "_serve": {"discover": True, "errors": {"initialize": -32022}}}
    with reached(document, wire) as (server, channel):
        probe = ask(channel)

    assert not probe.unavailable
    assert probe.asked["handshake"] is False
    sent = [(headers.get("mcp-method"), headers.get("mcp-protocol-version")) for _, headers in server.seen]
    assert sent[:3] == [(None, None), ("server/discover", MODERN), ("tools/list", MODERN)]


@pytest.mark.parametrize("wire", WIRES)
def test_an_error_of_the_server_is_told_with_its_code(wire: str) -> None:
    serve = {"errors": {"tools/list": -32001}}
    with replayed({"tools": TOOLS, "_serve": serve}, wire) as (_, channel), pytest.raises(RpcError) as told:
        channel.request("tools/list", {})

    assert (told.value.code, told.value.message) == (-32001, "Refused")


def test_the_headers_of_the_configuration_are_sent() -> None:
    with reached({}, "json", **{"Authorization": "Bearer abc", "accept-encoding": "gzip"}) as (
        server,
        channel,
    ):
        shake_hands(channel)

    for _, headers in server.seen:
        assert headers["authorization"] == "Bearer abc"
        assert headers["user-agent"] == "toolpin-ci"
        assert headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("wire", WIRES)
def test_nothing_is_left_when_a_channel_is_closed(wire: str, capfd: pytest.CaptureFixture[str]) -> None:
    before = set(threading.enumerate())
    with replayed({"tools": TOOLS}, wire) as (server, channel):
        channel.request("tools/list", {})
    server.stopped.set()

    ours = [thread for thread in set(threading.enumerate()) - before if "portal" in thread.name]
    assert ours == []
    assert capfd.readouterr() == ("", "")


def test_a_cursor_that_no_client_can_send_is_refused() -> None:
    with replayed({"tools": TOOLS}, "json") as (_, channel), pytest.raises(ProbeError, match="cursor"):
        channel.request("tools/list", {"cursor": "\ud800"})


def test_a_run_without_addresses_does_not_pay_for_the_network() -> None:
    code = (
        "import sys, json, toolpin_ci.edge.probing, toolpin_ci.edge.http_servers;"
        "print(json.dumps([name for name in ('mcp', 'httpx2', 'anyio', 'asyncio') if name in sys.modules]))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)

    assert json.loads(told.stdout) == []
