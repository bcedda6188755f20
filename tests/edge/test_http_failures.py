import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import trustme

from tests.sim.asking import asked, spec_for
from tests.sim.scripted_http import Received, Script, ScriptedHttp, head, json_body, response, result
from toolpin_ci.edge import http_events, http_failures, http_wire
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.limits import STOP_SECONDS
from toolpin_ci.ports import RpcError

SECRET = "Bearer s3cr3t-t0k3n"
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def failure(url: str, *, seconds: float = 20.0, wire: str = "json") -> ProbeError:
    """How asking fails; no word of it may repeat the secret."""
    with (
        pytest.raises(ProbeError) as told,
        asked(spec_for(url, wire=wire, Authorization=SECRET), seconds) as channel,
    ):
        channel.request("initialize", {})
    assert "s3cr3t" not in f"{told.value!r} {told.value.message} {told.value.advice} {told.value.log}"
    return told.value


def failure_of(script: Script, *, seconds: float = 20.0, wire: str = "json") -> ProbeError:
    with ScriptedHttp(script) as server:
        return failure(server.url, seconds=seconds, wire=wire)


@pytest.mark.parametrize("wire", ["json", "sse"])
@pytest.mark.parametrize(
    ("status", "words", "advice"),
    [
        (400, "HTTP 400", "`url`"),
        (401, "not allowed", "secrets that fill the headers of this server: Authorization"),
        (403, "not allowed", "Authorization"),
        (404, "nothing there", "transport: sse"),
        (405, "does not take", "transport: sse"),
        (407, "proxy", "HTTPS_PROXY"),
        (429, "too many", "later"),
        (503, "server failed", "log"),
    ],
)
def test_a_status_says_what_to_do(status: int, words: str, advice: str, wire: str) -> None:
    told = failure_of(lambda _: response(status, b"<p>no</p>", Content_Type="text/html"), wire=wire)

    assert told.code == "http-status"
    assert words in told.message
    assert f"HTTP {status}" in told.message
    assert advice in told.advice


def test_missing_credentials_are_asked_for() -> None:
    with (
        ScriptedHttp(lambda _: response(401)) as server,
        asked(spec_for(server.url)) as channel,
        pytest.raises(ProbeError) as told,
    ):
        channel.request("initialize", {})

    assert "Bearer ${NAME}" in told.value.advice


def test_a_status_may_bring_the_error_of_the_protocol() -> None:
    body = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"Only 2026, not s3cr3t-t0k3n"}}'
    refused = response(400, body, Content_Type="application/json")
    with (
        ScriptedHttp(lambda _: refused) as server,
        asked(spec_for(server.url, A=SECRET)) as channel,
        pytest.raises(RpcError) as told,
    ):
        channel.request("initialize", {})

    assert told.value.code == -32022
    assert told.value.message == "Only 2026, not ***"


@pytest.mark.parametrize("body", [b"{}", b"{", b'{"jsonrpc":"2.0","id":1,"method":"ping"}', b"x" * 100_000])
def test_a_status_with_any_other_json_stays_a_status(body: bytes) -> None:
    told = failure_of(lambda _: response(400, body, Content_Type="application/json"))

    assert told.code == "http-status"


@pytest.mark.parametrize("wire", ["json", "sse"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_headers_never_follow_a_redirect(status: int, wire: str) -> None:
    with ScriptedHttp(lambda _: response(200)) as other:
        place = f"http://user:pw@{other.host}/mcp?token=1"
        told = failure_of(lambda _: response(status, Location=place), wire=wire)

        assert other.seen == []
    assert told.code == "redirect"
    assert f"to {other.host};" in told.message
    assert "pw" not in told.message
    assert "token" not in told.message


def test_a_redirect_on_the_same_host_names_the_path() -> None:
    told = failure_of(lambda request: response(307, Location=f"http://{request.headers['host']}/mcp/"))

    assert told.code == "redirect"
    assert "/mcp/" in told.advice


def test_the_old_transport_sends_messages_only_to_its_own_host() -> None:
    def script(_: Received) -> Iterator[bytes]:
        yield head("text/event-stream") + b"event: endpoint\ndata: http://elsewhere.invalid/messages\n\n"

    told = failure_of(script, wire="sse")

    assert told.code == "redirect"
    assert "elsewhere.invalid" in told.message


def test_an_endpoint_that_is_no_address_is_refused() -> None:
    told = failure_of(
        lambda _: [head("text/event-stream"), b"event: endpoint\ndata: http://[\n\n"], wire="sse"
    )

    assert told.code == "redirect"
    assert "cannot be read" in told.message


def test_an_old_server_that_refuses_a_message_is_heard() -> None:
    def script(request: Received) -> Iterator[bytes]:
        if request.method == "POST":
            yield from response(503)
        else:
            yield head("text/event-stream") + b"event: endpoint\ndata: /m\n\n"
            request.stopped.wait(30)

    assert "HTTP 503" in failure_of(script, wire="sse").message


def drip(request: Received) -> Iterator[bytes]:
    yield head("application/json")
    while not request.stopped.wait(0.01):
        yield b" "


def silence(request: Received) -> Iterator[bytes]:
    request.stopped.wait(30)
    yield b""


def comments(request: Received) -> Iterator[bytes]:
    yield head("text/event-stream")
    while not request.stopped.wait(0.01):
        yield b": still here\n\n"


def flood(request: Received) -> Iterator[bytes]:
    yield head("text/event-stream")
    while not request.stopped.is_set():
        yield b'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n' * 100


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (flood, ""),
        (drip, "reply did not end"),
        (silence, "did not reply"),
        (comments, "reply did not end"),
    ],
)
def test_a_slow_server_does_not_hold_us_past_the_deadline(script: Script, words: str) -> None:
    started = time.monotonic()
    told = failure_of(script, seconds=0.3)

    assert told.code == "timeout"
    assert words in told.message
    assert time.monotonic() - started < 0.3 + STOP_SECONDS


def test_an_old_server_that_names_no_endpoint_is_told_apart() -> None:
    told = failure_of(comments, seconds=0.3, wire="sse")

    assert told.code == "timeout"
    assert "named no endpoint" in told.message


def test_a_goodbye_that_is_never_heard_is_cut_short() -> None:
    def script(request: Received) -> Iterator[bytes]:
        if request.method == "DELETE":
            request.stopped.wait(30)
        yield from json_body(
            f'{{"jsonrpc":"2.0","id":{request.number},"result":{{}}}}', Mcp_Session_Id="stays"
        )

    with ScriptedHttp(script) as server:
        with asked(spec_for(server.url)) as channel:
            channel.request("initialize", {})
            leaving = time.monotonic()
        assert time.monotonic() - leaving < STOP_SECONDS + 1
        assert server.seen[-1].method == "DELETE"


def endless(kind: str, begin: bytes, piece: bytes) -> Script:
    def script(request: Received) -> Iterator[bytes]:
        yield head(kind) + begin
        while not request.stopped.is_set():
            yield piece

    return script


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> int:
    for module in (http_events, http_failures, http_wire):
        monkeypatch.setattr(module, "LINE_BYTES", 100_000)
    return 100_000


@pytest.mark.parametrize(
    ("script", "wire"),
    [
        (endless("application/json", b'{"jsonrpc":"', b"x" * 5000), "json"),
        (endless("text/event-stream", b"data: ", b"x" * 5000), "json"),
        (endless("text/event-stream", b"", b"data: x\n" * 600), "json"),
        (endless("text/event-stream", b"event: endpoint\ndata: /m\n\ndata: ", b"x" * 5000), "sse"),
    ],
    ids=["body", "line", "event", "sse"],
)
@pytest.mark.usefixtures("small_limits")
def test_an_endless_answer_is_cut_at_the_limit(script: Script, wire: str) -> None:
    told = failure_of(script, wire=wire)

    assert told.code == "response-too-large"
    assert "100,000 bytes" in told.message


def answer_with(text: str) -> Script:
    return lambda request: json_body(text.replace("ID", request.number))


def framed(text: str) -> Script:
    def script(request: Received) -> Iterator[bytes]:
        yield head("text/event-stream")
        yield b"event: message\ndata: " + text.replace("ID", request.number).encode() + b"\n\n"

    return script


@pytest.mark.parametrize("wrapped", [answer_with, framed])
@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ('{"jsonrpc":"2.0","id":7,"result":{}}', "another id", "wrong-id"),
        ('{"jsonrpc":"2.0","id":"ID","result":{}}', "another id", "wrong-id"),
        ('{"jsonrpc":"2.0","result":{}}', "another id", "wrong-id"),
        ('{"jsonrpc":"1.0","id":ID,"result":{}}', "jsonrpc version", "jsonrpc-version"),
        ('{"jsonrpc":"2.0","id":ID,"result":{},"error":{}}', "both", "result-and-error"),
        ('{"jsonrpc":"2.0","id":ID,"result":[]}', "no result object", "no-result"),
        ('{"jsonrpc":"2.0","id":ID}', "no result object", "no-result"),
        ('{"jsonrpc":"2.0","id":ID,"error":"no"}', "no whole code", "invalid-error"),
        ('[{"jsonrpc":"2.0","id":ID,"result":{}}]', "batch", "batch"),
        ('"hello"', "no message", "protocol-error"),
        ("hello", "Expecting value", "invalid-json"),
        ("\ufeff{}", "byte order mark", "invalid-utf8"),
    ],
)
def test_what_is_no_answer_has_a_code_of_its_own(
    text: str, words: str, code: str, wrapped: Callable[[str], Script]
) -> None:
    told = failure_of(wrapped(text))

    assert told.code == code
    assert words in told.message


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (lambda _: response(200, b"<html>", Content_Type="text/html; charset=x"), "with text/html instead"),
        (lambda _: response(200, b"{}"), "no content type"),
        (lambda _: response(202), "answered nothing"),
        (lambda _: [head("text/event-stream"), b": bye\n\n"], "ended without a response"),
        (lambda _: [head("text/event-stream"), b'data: {"jsonrpc"'], "ended without a response"),
        (
            lambda _: response(200, b"x", Content_Type="application/json", Content_Encoding="gzip"),
            "compressed",
        ),
        (answer_with('{"jsonrpc":"2.0","id":1,"method":"ping"}'), "a request of its own"),
    ],
    ids=["html", "no-type", "accepted", "no-event", "half-event", "gzip", "request"],
)
def test_a_reply_of_the_wrong_kind_is_a_protocol_error(script: Script, words: str) -> None:
    told = failure_of(script)

    assert told.code == "protocol-error"
    assert words in told.message


@pytest.mark.parametrize(
    "script",
    [
        lambda _: [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"],
        lambda _: [b"SSH-2.0-hello\r\n"],
        lambda _: [b""],
    ],
    ids=["half-body", "no-http", "nothing"],
)
def test_a_connection_that_breaks_is_said_to_have_broken(script: Script) -> None:
    assert failure_of(script).code == "connection-lost"


def test_an_old_stream_that_ends_is_said_to_have_ended() -> None:
    def script(_: Received) -> Iterator[bytes]:
        yield head("text/event-stream") + b"event: endpoint\ndata: /m\n\n"

    told = failure_of(script, wire="sse")

    assert told.code == "connection-lost"
    assert "ended the stream" in told.message


@pytest.mark.parametrize("wire", ["json", "sse"])
def test_a_closed_port_is_said_to_be_closed(wire: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    told = failure(f"http://127.0.0.1:{port}/mcp", wire=wire)

    assert told.code == "connect-refused"
    assert f"127.0.0.1:{port}" in told.message


def test_a_name_that_nobody_knows_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    assert failure("http://mcp.example.invalid/mcp?token=x").code == "dns-failure"


def test_a_name_that_dns_cannot_hold_is_unknown_too() -> None:
    assert failure(f"http://{'a' * 70}.invalid/").code == "dns-failure"


def test_a_resolver_that_hangs_does_not_hold_us(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: released.wait(30))
    started = time.monotonic()

    told = failure("http://mcp.example.invalid/", seconds=0.2)

    assert told.code == "timeout"
    assert time.monotonic() - started < 0.2 + STOP_SECONDS
    released.set()


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/",
        "http:///mcp",
        "127.0.0.1",
        "http://127.0.0.1:99999/",
        "http://[::1",
        "http://a\x01b/",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    assert failure(url).code == "bad-url"


@pytest.mark.parametrize("value", ["s3cr3t\n", "s3cr3t\x00", "s3cr3t-ü"])
def test_a_header_that_cannot_be_sent_is_named_without_its_value(value: str) -> None:
    with pytest.raises(ProbeError) as told, asked(spec_for("http://127.0.0.1:1/", Authorization=value)):
        pass

    assert told.value.code == "bad-header"
    assert "Authorization" in told.value.message
    assert "s3cr3t" not in told.value.message


@pytest.fixture
def tls_server() -> Iterator[tuple[ScriptedHttp, trustme.CA]]:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with ScriptedHttp(lambda request: result(request, "{}"), tls=context) as server:
        yield server, authority


def test_an_unknown_certificate_is_not_trusted(tls_server: tuple[ScriptedHttp, trustme.CA]) -> None:
    told = failure(tls_server[0].url)

    assert told.code == "tls-failure"
    assert "SSL_CERT_FILE" in told.advice
    assert tls_server[0].seen == []


def test_an_authority_of_the_environment_is_trusted(
    tls_server: tuple[ScriptedHttp, trustme.CA], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, authority = tls_server
    with authority.cert_pem.tempfile() as path:
        monkeypatch.setenv("SSL_CERT_FILE", path)
        with asked(spec_for(server.url)) as channel:
            assert channel.request("initialize", {}) == {}


def test_plain_http_behind_https_is_a_failure_of_tls() -> None:
    with ScriptedHttp(lambda _: response(200)) as server:
        assert failure(server.url.replace("http:", "https:")).code == "tls-failure"


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with (
        ScriptedHttp(lambda request: result(request, "{}")) as server,
        asked(spec_for(server.url)) as channel,
    ):
        assert channel.request("initialize", {}) == {}


def test_a_proxy_of_the_environment_is_asked_for_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedHttp(lambda request: result(request, '{"through":"proxy"}')) as proxy:
        monkeypatch.setenv("http_proxy", f"http://{proxy.host}")
        with asked(spec_for("http://mcp.example.invalid/mcp", Authorization=SECRET)) as channel:
            assert channel.request("initialize", {}) == {"through": "proxy"}

    assert [note.code for note in channel.notes] == ["plain-http"]


@pytest.mark.parametrize("proxy", ["nonsense://x", "socks5://127.0.0.1:1"])
def test_a_proxy_that_cannot_be_used_is_named(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", proxy)

    assert failure("http://mcp.example.invalid/mcp").code == "proxy-failure"


def test_certificates_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/ca.pem")

    told = failure("https://mcp.example.invalid/mcp")

    assert told.code == "tls-failure"
    assert "SSL_CERT_FILE" in told.message


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_a_session_that_cannot_be_named_is_refused(kind: str) -> None:
    told = failure_of(lambda _: response(200, b"{}", Content_Type=kind, Mcp_Session_Id="caf\xe9"))

    assert told.code == "protocol-error"
    assert "session" in told.message


def test_the_charset_of_a_server_does_not_change_how_events_are_read() -> None:
    def script(request: Received) -> Iterator[bytes]:
        yield head("text/event-stream; charset=utf-16")
        yield b'data: {"jsonrpc":"2.0","id":' + request.number.encode() + b',"result":{"a":"\xc3\xbc"}}\n\n'

    with ScriptedHttp(script) as server, asked(spec_for(server.url)) as channel:
        assert channel.request("tools/list", {}) == {"a": "ü"}


def test_libraries_beneath_us_log_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = failure_of(lambda _: response(500))

    assert told.code == "http-status"
    assert [record for record in caplog.records if record.name != "asyncio"] == []


def test_one_failing_list_leaves_the_others_readable() -> None:
    def script(request: Received) -> list[bytes]:
        failing = request.message.get("method") == "prompts/list"
        return response(500) if failing else result(request, '{"tools":[]}')

    with ScriptedHttp(script) as server, asked(spec_for(server.url)) as channel:
        with pytest.raises(ProbeError, match="HTTP 500"):
            channel.request("prompts/list", {})
        assert channel.request("tools/list", {}) == {"tools": []}


def test_a_notification_may_be_received_in_any_way() -> None:
    half = b"HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nhalf"

    def script(request: Received) -> list[bytes]:
        return result(request, "{}") if request.asks else [half]

    with ScriptedHttp(script) as server, asked(spec_for(server.url)) as channel:
        channel.notify("notifications/initialized", {"any": 1})
        assert channel.request("tools/list", {}) == {}
        assert channel.notes == []


def test_a_refused_notification_is_noted_and_not_fatal() -> None:
    def script(request: Received) -> list[bytes]:
        return result(request, "{}") if request.asks else response(400)

    with ScriptedHttp(script) as server, asked(spec_for(server.url)) as channel:
        channel.notify("notifications/initialized")
        assert channel.request("tools/list", {}) == {}
        (note,) = channel.notes

    assert note.code == "refused-message"
    assert "HTTP 400" in note.message


def test_a_stream_that_always_breaks_is_given_up() -> None:
    told = failure_of(lambda _: [head("text/event-stream"), b"id: 1\nretry: 0\ndata:\n\n"])

    assert told.code == "protocol-error"
    assert "attempts were exhausted" in told.message


def test_a_broken_stream_is_resumed_where_it_was_left() -> None:
    def script(request: Received) -> Iterator[bytes]:
        yield head("text/event-stream")
        if request.method == "POST":
            yield b"id: 41\nretry: 1\ndata:\n\n"
        else:
            number = server.seen[0].number.encode()
            yield b'data: {"jsonrpc":"2.0","id":' + number + b',"result":{"n":1.0}}\n\n'

    with ScriptedHttp(script) as server, asked(spec_for(server.url)) as channel:
        found = channel.request("tools/list", {})

    assert repr(found) == "{'n': Number('1.0')}"
    assert server.seen[1].headers["last-event-id"] == "41"
