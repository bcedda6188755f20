"""The client against a TLS server that misbehaves."""

import asyncio
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_proxy import forward_proxy
from toolpin_ci.edge import http
from toolpin_ci.edge.addresses import Reach
from toolpin_ci.edge.http import Http
from toolpin_ci.errors import FetchError
from toolpin_ci.model.fetched import Fetched, Request


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path) as running:
        yield running


def fetch(
    request: Request, environment: Mapping[str, str], reach: Reach | None = None
) -> tuple[Fetched, bytes]:
    async def ask() -> tuple[Fetched, bytes]:
        body = bytearray()
        async with Http(environment, reach or Reach(loopback=True)) as client:
            return await client.get(request, body.extend), bytes(body)

    return asyncio.run(ask())


def refusal(request: Request, environment: Mapping[str, str], reach: Reach | None = None) -> str:
    with pytest.raises(FetchError) as refused:
        fetch(request, environment, reach)
    return refused.value.code


def moved(location: str, status: int = 302) -> Page:
    return Page(status=status, headers={"Location": location})


def test_a_body_arrives_with_its_status_and_headers(server: FileServer) -> None:
    server.pages["/a"] = Page(body=b"bytes", headers={"X-Kind": "one"})
    answer, body = fetch(Request(url=server.url("/a#part")), server.environment)
    assert (answer.status, body, answer.size, answer.headers["x-kind"]) == (200, b"bytes", 5, "one")
    assert not answer.proxied


def test_the_body_of_an_error_is_not_read(server: FileServer) -> None:
    server.pages["/a"] = Page(status=500, body=b"secret trace")
    answer, body = fetch(Request(url=server.url("/a")), server.environment)
    assert (answer.status, body) == (500, b"")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_credentials_stay_with_their_host(server: FileServer, status: int) -> None:
    server.pages["/a"] = moved("/b", status)
    server.pages["/b"] = moved(server.url("/c", host="127.0.0.1"), status)
    server.pages["/c"] = Page(body=b"end")
    request = Request(url=server.url("/a"), authorization="Bearer secret")
    answer, body = fetch(request, server.environment)
    assert (body, answer.url) == (b"end", server.url("/c", host="127.0.0.1"))
    assert [credential for _, _, credential in server.asked] == ["Bearer secret", "Bearer secret", ""]


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("/a", "redirect-loop"),
        ("/b", "redirect-loop"),
        ("http://169.254.169.254/latest", "address-refused"),
        ("https://10.0.0.1/", "address-refused"),
        ("file:///etc/passwd", "address-refused"),
        ("https://user:pass@example.com/", "address-refused"),
        ("http://localhost:1/", "address-refused"),
        ("", "redirect-broken"),
    ],
)
def test_a_redirect_is_judged_like_the_first_address(server: FileServer, location: str, code: str) -> None:
    server.pages["/a"] = moved(location)
    server.pages["/b"] = moved("/a")
    assert refusal(Request(url=server.url("/a")), server.environment) == code


def test_redirects_that_never_repeat_end_too(server: FileServer) -> None:
    for number in range(20):
        server.pages[f"/{number}"] = moved(f"/{number + 1}")
    assert refusal(Request(url=server.url("/0")), server.environment) == "too-many-redirects"
    assert len(server.asked) == 6


def test_an_endless_body_stops_at_the_limit(server: FileServer) -> None:
    server.pages["/a"] = Page(body=b"x" * 65536, endless=True)
    assert refusal(Request(url=server.url("/a"), max_bytes=1_000_000), server.environment) == "too-large"


def test_an_announced_size_is_refused_before_a_byte_is_read(server: FileServer) -> None:
    server.pages["/a"] = Page(headers={"Content-Length": "1000000000000"})
    assert refusal(Request(url=server.url("/a")), server.environment) == "too-large"


def test_a_body_that_ends_early_is_no_answer(server: FileServer) -> None:
    server.pages["/a"] = Page(body=b"half", headers={"Content-Length": "8", "Connection": "close"})
    assert refusal(Request(url=server.url("/a")), server.environment) == "not-http"


def test_a_certificate_of_nobody_is_named(server: FileServer) -> None:
    assert refusal(Request(url=server.url("/a")), {}) == "bad-certificate"


def test_a_certificate_for_another_name_is_named(tmp_path: Path) -> None:
    with file_server(tmp_path, names=("other.example",)) as server:
        assert refusal(Request(url=server.url("/a")), server.environment) == "bad-certificate"


def test_a_server_without_tls_is_named(tmp_path: Path) -> None:
    with file_server(tmp_path, tls=False) as server:
        url = f"https://localhost:{server.port}/"
        assert refusal(Request(url=url), {}) == "tls-failed"


def test_a_name_that_resolves_to_this_machine_is_refused_when_connecting(server: FileServer) -> None:
    assert refusal(Request(url=server.url("/a")), server.environment, Reach()) == "address-refused"
    assert server.asked == []


def test_one_refused_address_of_several_refuses_the_name(
    server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name whose addresses are partly private is a rebinding attempt, whichever comes first."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, server.port)) for ip in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert refusal(Request(url=server.url("/a")), server.environment) == "address-refused"


def test_a_name_is_resolved_once_and_the_checked_address_is_connected_to(
    server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resolver that would answer differently the second time is never asked a second time."""
    names: list[object] = []

    def resolve(host: object, port: object, *_: object, **__: object) -> list[object]:
        names.append(host)
        ip = "127.0.0.1" if names.count("localhost") == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    server.pages["/a"] = Page(body=b"bytes")
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert fetch(Request(url=server.url("/a")), server.environment)[1] == b"bytes"
    assert names.count("localhost") == 1


def test_a_host_that_cannot_be_resolved_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert refusal(Request(url="https://nowhere.example/"), {}) == "host-unknown"


def test_a_busy_host_is_asked_again_after_its_pause(server: FileServer) -> None:
    answers = iter([Page(status=429, headers={"Retry-After": "0"}), Page(status=503), Page(body=b"now")])
    server.pages["/a"] = lambda: next(answers)
    assert fetch(Request(url=server.url("/a")), server.environment)[1] == b"now"


def test_a_host_that_stays_busy_is_given_up(server: FileServer) -> None:
    server.pages["/a"] = Page(status=429, headers={"Retry-After": "0"})
    assert refusal(Request(url=server.url("/a")), server.environment) == "rate-limited"
    assert len(server.asked) == 3


def test_a_pause_beyond_our_cap_is_not_waited_for(server: FileServer) -> None:
    server.pages["/a"] = Page(status=429, headers={"Retry-After": "86400"})
    assert refusal(Request(url=server.url("/a")), server.environment) == "rate-limited"
    assert len(server.asked) == 1


def test_a_host_that_stalls_is_given_up(server: FileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.pages["/a"] = Page(body=b"x", headers={"Content-Length": "10"})
    monkeypatch.setattr(http, "FETCH_SECONDS", 0.3)
    assert refusal(Request(url=server.url("/a")), server.environment) == "timeout"


def test_a_proxy_of_the_environment_resolves_the_name_and_the_answer_says_so(tmp_path: Path) -> None:
    with file_server(tmp_path, names=("registry.example",)) as server, forward_proxy(server.port) as proxy:
        server.pages["/a"] = Page(body=b"bytes")
        environment = {**server.environment, "HTTPS_PROXY": proxy.url}
        answer, body = fetch(Request(url="https://registry.example/a"), environment, Reach())
        assert (body, answer.proxied, proxy.asked) == (b"bytes", True, ["registry.example:443"])


def test_the_form_of_an_address_is_judged_behind_a_proxy_too(tmp_path: Path) -> None:
    with file_server(tmp_path, tls=False) as proxy:
        environment = {"HTTPS_PROXY": proxy.url("", host="127.0.0.1")}
        assert refusal(Request(url="https://10.0.0.1/a"), environment, Reach()) == "address-refused"
        assert proxy.asked == []


def test_a_proxy_that_does_not_connect_is_named(tmp_path: Path) -> None:
    with file_server(tmp_path, tls=False) as proxy:
        environment = {"HTTPS_PROXY": f"http://user:pass@127.0.0.1:{proxy.port}"}
        assert refusal(Request(url="https://registry.example/a"), environment, Reach()) == "proxy-failed"


@pytest.mark.parametrize(
    ("no_proxy", "host", "straight"),
    [
        ("example.com", "example.com", True),
        (".example.com, other", "npm.example.com", True),
        ("*", "anything.example", True),
        ("example.com:443", "example.com", True),
        ("ample.com", "example.com", False),
        ("", "example.com", False),
        ("", "localhost", True),
    ],
)
def test_no_proxy_is_read_as_other_clients_read_it(no_proxy: str, host: str, *, straight: bool) -> None:
    from toolpin_ci.edge.http_routes import Routes  # noqa: PLC0415 - the lazy import is part of the design

    routes = Routes(Reach(), {"https_proxy": "http://proxy.example:3128", "NO_PROXY": no_proxy})
    assert (routes.proxy_for("https", host) == "") is straight


def test_a_socks_proxy_is_refused_with_advice() -> None:
    environment = {"ALL_PROXY": "socks5://127.0.0.1:1080"}
    assert refusal(Request(url="https://registry.example/"), environment, Reach()) == "proxy-refused"


def test_scratch_files_hold_what_is_written_and_vanish() -> None:
    with Http({}).scratch() as file:
        file.write(b"x" * 10_000_000)
        file.seek(0)
        assert len(file.read()) == 10_000_000


def test_certificates_that_other_clients_trust_are_trusted_too(server: FileServer) -> None:
    server.pages["/a"] = Page(body=b"bytes")
    environment = {"NODE_EXTRA_CA_CERTS": str(server.authority), "PIP_CERT": "/nowhere"}
    assert fetch(Request(url=server.url("/a")), environment)[1] == b"bytes"


def test_certificates_that_cannot_be_read_are_named(server: FileServer, tmp_path: Path) -> None:
    for environment in ({"SSL_CERT_FILE": "/nowhere"}, {"NODE_EXTRA_CA_CERTS": str(tmp_path / "empty")}):
        (tmp_path / "empty").write_text("", encoding="utf-8")
        assert refusal(Request(url=server.url("/a")), environment) == "certificates-unreadable"
