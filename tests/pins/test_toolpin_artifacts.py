"""What ToolPin makes of artifacts, beside what we make of the same answers: bytes count, headers do not."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.interop.vectors import cases
from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_bundles import bundle
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_npm import sri
from toolpin_ci.model.pin import Registry
from toolpin_ci.pins import pins_of

DIGEST = "sha256:" + "ab12" * 16
MANIFEST = {"Content-Type": "application/vnd.oci.image.manifest.v1+json"}
IMAGE = f"/v2/vector/demo/manifests/{DIGEST}"
ECHO = Page(body=b'{"schemaVersion": 2}', headers={**MANIFEST, "Docker-Content-Digest": DIGEST})

OURS = {
    "npm-tarball-untrusted-host": ("declared", "npm-not-locked"),
    "oci-upper-digest-ok": ("failed", "oci-digest-mismatch"),
    "oci-no-header": ("failed", "oci-digest-mismatch"),
    "oci-404": ("failed", "oci-digest-gone"),
    "oci-tag-and-digest": ("failed", "oci-digest-mismatch"),
    "oci-401-token": ("failed", "oci-digest-mismatch"),
    "oci-401-evil-realm": ("unavailable", "address-refused"),
    "mcpb-ok": ("failed", "mcpb-digest-mismatch"),
    "mcpb-untrusted-host": ("unavailable", "host-unknown"),
    "mcpb-http": ("unavailable", "address-refused"),
    "mcpb-local-path": ("unavailable", "address-refused"),
    "mcpb-short-hash": ("declared", "missing-mcpb-hash"),
    "pypi-nothing-checked": ("declared", "pypi-not-locked"),
    "remote-probe-skipped": ("unavailable", "host-unknown"),
    "remote-invalid": ("failed", "remote-url-invalid"),
    "remote-loopback-closed-port": ("unavailable", "unreachable"),
}
"""Ours. Where ToolPin passes on an echoed header or shrugs at a missing manifest, we say failed."""


@pytest.fixture
def upstream(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path, tls=False) as running:
        running.pages.update(_pages(running))
        yield running


def _pages(server: FileServer) -> dict[str, Page]:
    tarball = b"tarball"
    dist = {"tarball": server.url("/t.tgz", host="127.0.0.1"), "integrity": sri(tarball)}
    file = {"filename": "vector_demo-1.0.0.tar.gz", "url": server.url("/f.tar.gz"), "hashes": {}}
    index = {"meta": {"api-version": "1.0"}, "name": "vector-demo", "files": [file]}
    binary = {"Content-Type": "application/octet-stream"}
    return {
        "/@vector%2Fdemo/1.0.0": Page(
            body=json.dumps({"name": "@vector/demo", "version": "1.0.0", "dist": dist}).encode(),
            headers={"Content-Type": "application/json"},
        ),
        "/t.tgz": Page(body=tarball, headers=binary),
        "/vector-demo/": Page(
            body=json.dumps(index).encode(), headers={"Content-Type": "application/vnd.pypi.simple.v1+json"}
        ),
        "/f.tar.gz": Page(body=b"file", headers=binary),
        "/v/d/demo.mcpb": Page(body=bundle(), headers=binary),
        IMAGE: ECHO,
    }


def _answers(server: FileServer, case: str) -> None:
    """Let the image registry do what the case is named after."""
    challenge = {
        "oci-401-token": f'Bearer realm="{server.url("/token")}",service="s"',
        "oci-401-evil-realm": 'Bearer realm="http://evil.example/token"',
    }
    if case == "oci-404":
        del server.pages[IMAGE]
    elif case == "oci-no-header":
        server.pages[IMAGE] = Page(body=ECHO.body, headers=MANIFEST)
    elif case in challenge:
        denied = Page(status=401, headers={"WWW-Authenticate": challenge[case]})
        pages = iter((denied, ECHO))
        server.pages[IMAGE] = lambda: next(pages, ECHO)
        place = "/token?service=s&scope=repository%3Avector%2Fdemo%3Apull"
        server.pages[place] = Page(body=b'{"token": "t"}', headers={"Content-Type": "application/json"})


def _document(vector: dict[str, Any], server: FileServer) -> dict[str, Any]:
    """The entry as a lock would hold it, with the hosts that stand for the internet on loopback."""
    described = vector["entry"]["server"]
    if "remotes" in described:
        remote = described["remotes"][0]
        return {
            "name": "demo",
            "selectedTarget": {"kind": "remote", "url": remote["url"], "type": remote["type"]},
        }
    package = dict(described["packages"][0])
    package["identifier"] = (
        package["identifier"]
        .replace("ghcr.io/", f"127.0.0.1:{server.port}/")
        .replace("https://github.com", server.url("").rstrip("/"))
    )
    return {"name": "demo", "selectedTarget": {**package, "kind": "package", "transport": "stdio"}}


@pytest.mark.requirement("toolpin-artifacts")
@cases("toolpin/verify_artifacts.json")
def test_we_say_no_less_than_toolpin_and_believe_no_header(
    vector: dict[str, Any], upstream: FileServer
) -> None:
    _answers(upstream, vector["id"])
    (pin,) = pins_of(_document(vector, upstream))
    found = evidence_of(replace(pin, registry=Registry(url=upstream.url("/"))))
    assert verdict(found) == OURS[vector["id"]]
    assert vector["ok"] or str(found.state) != "passed"
