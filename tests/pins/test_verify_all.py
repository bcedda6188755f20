"""Many pins at once."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pins.asking import all_evidence, evidence_of, verdict
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_npm import sri
from toolpin_ci.model.pin import Pin, Registry
from toolpin_ci.pins import VERIFIERS, located, not_checked, verify_all

MANY = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path, tls=False) as running:
        yield running


def published(server: FileServer, number: int) -> Pin:
    name, content = f"p{number}", f"tarball {number}".encode()
    dist = {"tarball": server.url(f"/{name}.tgz"), "integrity": sri(content)}
    document = {"name": name, "version": "1.0.0", "dist": dist}
    server.pages[f"/{name}/1.0.0"] = Page(body=json.dumps(document).encode())
    server.pages[f"/{name}.tgz"] = Page(body=content)
    registry = Registry(url=server.url("/"))
    digests = {"tarball": sri(content)}
    return Pin(kind="npm", identifier=name, version="1.0.0", digests=digests, registry=registry)


def test_twenty_pins_are_verified_at_the_same_time(server: FileServer) -> None:
    """Nobody is answered before all twenty have asked: one after another would never end."""
    everyone = threading.Barrier(MANY)
    pins = [published(server, number) for number in range(MANY)]
    for pin in pins:
        page = server.pages[f"/{pin.identifier}/1.0.0"]
        assert isinstance(page, Page)
        server.pages[f"/{pin.identifier}/1.0.0"] = lambda page=page: (everyone.wait(20), page)[1]  # type: ignore[misc]
    found = all_evidence(*pins)
    assert [verdict(item) for item in found] == [("passed", "")] * MANY
    assert [item.identifier for item in found] == [pin.identifier for pin in pins]


def test_a_pin_of_several_clients_is_asked_for_once(server: FileServer) -> None:
    pin = published(server, 1)
    assert [item.state for item in all_evidence(pin, pin, pin)] == ["passed"] * 3
    assert len(server.asked) == 2


def test_one_stalled_registry_takes_only_its_own_pin_along(server: FileServer) -> None:
    good, stalled = published(server, 1), published(server, 2)
    server.pages["/p2/1.0.0"] = Page(body=b"{", headers={"Content-Length": "100"})
    found = all_evidence(good, stalled, seconds=1)
    assert [verdict(item) for item in found] == [("passed", ""), ("unavailable", "timeout")]


def test_the_time_of_the_run_is_written_down_where_it_is_given(server: FileServer) -> None:
    async def never() -> None:
        raise AssertionError

    pin = Pin(kind="nuget", identifier="Demo", version="1.0.0")
    found = asyncio.run(verify_all([pin], never, float("inf"), at="2026-01-01T00:00:00.000Z"))  # type: ignore[arg-type]
    assert [item.verified_at for item in found] == ["2026-01-01T00:00:00.000Z"]
    assert server.asked == []


@pytest.mark.parametrize("kind", ["nuget", "cargo", "go", "unheard-of", ""])
def test_a_kind_without_a_verifier_is_declared_and_says_that_nothing_was_checked(kind: str) -> None:
    found = evidence_of(Pin(kind=kind, identifier="demo", version="1.0.0"))
    assert verdict(found) == ("declared", "kind-not-verified")


def test_every_kind_is_listed_once_and_in_order() -> None:
    assert list(VERIFIERS) == ["oci", "npm", "pypi", "mcpb", "facets", "remote"]


@pytest.mark.parametrize("kind", ["npm", "pypi"])
def test_a_package_without_a_registry_could_not_be_checked(kind: str) -> None:
    found = evidence_of(Pin(kind=kind, identifier="demo", version="1.0.0"))
    assert verdict(found) == ("unavailable", "registry-unknown")


def test_offline_nothing_is_checked_and_nothing_passes() -> None:
    pins = [Pin(kind="npm", identifier="demo", version="1.0.0"), Pin(kind="oci", identifier="demo")]
    assert [verdict(item) for item in not_checked(pins, "--offline")] == [("unavailable", "not-checked")] * 2


class Known:
    """Settings that know one registry for each kind."""

    def find(self, kind: str, identifier: str, base_url: str) -> Registry | None:
        return Registry(url=f"{kind} {identifier} {base_url}") if kind in ("npm", "oci") else None


def test_pins_get_their_registries_by_name_and_images_by_host() -> None:
    scoped = Pin(kind="npm", identifier="@a/b", registry=Registry(url="from lock"))
    image = Pin(kind="oci", identifier="ghcr.io/a/b:1")
    broken = Pin(kind="oci", identifier="not an image")
    other = Pin(kind="mcpb", identifier="https://example.com/x")
    assert located([scoped, image, broken, other], Known()) == (
        replace(scoped, registry=Registry(url="npm @a/b from lock")),
        replace(image, registry=Registry(url="oci ghcr.io ")),
        broken,
        other,
    )
