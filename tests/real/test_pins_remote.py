"""Remote endpoints, against a TLS server on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_files import FileServer, Page, file_server
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.pin import Pin


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path) as running:
        running.pages["/mcp"] = Page(status=405)
        yield running


def pin_of(url: str, *hosts: str, **facts: Json) -> Pin:
    return Pin(kind="remote", identifier=url, facts={"hosts": list(hosts), **facts})


def test_the_locked_host_passes_with_a_certificate_of_its_own(server: FileServer) -> None:
    host = f"localhost:{server.port}"
    found = evidence_of(pin_of(server.url("/mcp"), host.upper()), server.environment)
    assert verdict(found) == ("passed", "")
    assert (found.locked, found.found, found.method) == (host, host, "tls-host")
    assert [method for method, *_ in server.asked] == ["HEAD"]


def test_another_host_than_the_locked_one_fails_without_being_asked(server: FileServer) -> None:
    found = evidence_of(pin_of(server.url("/mcp"), "mcp.example.com"), server.environment)
    assert verdict(found) == ("failed", "remote-host-changed")
    assert server.asked == []


def test_an_endpoint_that_sends_callers_elsewhere_fails(server: FileServer) -> None:
    server.pages["/mcp"] = Page(status=308, headers={"Location": "https://elsewhere.example/mcp"})
    found = evidence_of(pin_of(server.url("/mcp"), f"localhost:{server.port}"), server.environment)
    assert verdict(found) == ("failed", "remote-host-changed")
    assert "elsewhere.example" in found.reason


def test_a_redirect_on_the_same_host_passes(server: FileServer) -> None:
    server.pages["/mcp"] = Page(status=307, headers={"Location": "/mcp/"})
    found = evidence_of(pin_of(server.url("/mcp"), f"localhost:{server.port}"), server.environment)
    assert verdict(found) == ("passed", "")


def test_a_host_that_the_lock_does_not_name_is_only_declared(server: FileServer) -> None:
    found = evidence_of(pin_of(server.url("/mcp")), server.environment)
    assert verdict(found) == ("declared", "remote-not-locked")


def test_an_address_with_variables_is_only_declared() -> None:
    found = evidence_of(pin_of("https://{tenant}.example.com/mcp", "example.com"))
    assert verdict(found) == ("declared", "remote-has-variables")


def test_a_certificate_that_does_not_hold_could_not_be_checked(server: FileServer) -> None:
    found = evidence_of(pin_of(server.url("/mcp"), f"localhost:{server.port}"))
    assert verdict(found) == ("unavailable", "bad-certificate")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://mcp.example.com/mcp", "remote-insecure"),
        ("not a url", "remote-url-invalid"),
        ("ftp://mcp.example.com/", "remote-url-invalid"),
        ("https://mcp.example.com:port/", "remote-url-invalid"),
        ("https://user:pass@mcp.example.com/", "remote-url-has-credentials"),
    ],
)
def test_an_address_that_nobody_should_use_fails(url: str, code: str) -> None:
    found = evidence_of(pin_of(url, "mcp.example.com"))
    assert verdict(found) == ("failed", code)
    assert "pass" not in found.reason.replace("password", "")


def test_secrets_are_told_by_name_and_a_value_in_the_lock_fails(server: FileServer) -> None:
    secrets: Json = [{"name": "X-Api-Key", "source": "header"}, {"name": "TOKEN", "source": "env"}, 5]
    host = f"localhost:{server.port}"
    found = evidence_of(pin_of(server.url("/mcp"), host, secrets=secrets), server.environment)
    assert found.notes == ("needs header X-Api-Key, variable TOKEN",)
    leaked = pin_of(server.url("/mcp"), host, secrets=secrets, literalSecrets=["X-Api-Key"])
    assert verdict(evidence_of(leaked, server.environment)) == ("failed", "remote-secret-in-lock")
