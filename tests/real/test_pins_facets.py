"""What Facets pins, against archives on a TLS file server and an image registry."""

import gzip
import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_bundles import facet, sha256, tarred
from tests.sim.registry_files import FileServer, Page, file_server
from tests.sim.registry_oci import image_registry
from toolpin_ci.canon.facets import ALGORITHM, api_surface
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.pin import Pin, Registry
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins import api_surface_evidence, facet_archive, facets_pins_of

FILES = {"facet.json": b'{"name": "demo"}', "skills/look.md": b"# Look"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path) as running:
        yield running


def judge(server: FileServer, archive: bytes, locked: str) -> PinEvidence:
    server.pages["/demo.facet"] = Page(body=archive)
    pin = Pin(
        kind="facets",
        identifier="demo",
        version="1.0.0",
        digests={"content": locked} if locked else {},
        registry=Registry(url=server.url("/demo.facet")),
    )
    return evidence_of(pin, server.environment)


def test_locked_content_passes_however_it_is_packed(server: FileServer) -> None:
    archive, integrity = facet(FILES)
    found = judge(server, archive, integrity)
    assert verdict(found) == ("passed", "")
    assert found.files == {"content": integrity}


def test_content_without_a_locked_hash_is_only_declared(server: FileServer) -> None:
    archive, _ = facet(FILES)
    assert verdict(judge(server, archive, "")) == ("declared", "facets-not-locked")


def test_other_content_fails(server: FileServer) -> None:
    _, integrity = facet(FILES)
    changed, _ = facet({**FILES, "skills/look.md": b"# Look away"})
    assert verdict(judge(server, changed, integrity)) == ("failed", "facets-digest-changed")


def test_an_archive_that_is_gone_fails_and_a_host_that_is_down_could_not_be_checked(
    server: FileServer,
) -> None:
    gone = Pin(kind="facets", identifier="demo", registry=Registry(url=server.url("/gone")))
    assert verdict(evidence_of(gone, server.environment)) == ("failed", "facets-archive-gone")
    down = Pin(kind="facets", identifier="demo", registry=Registry(url="https://127.0.0.1:9/x"))
    assert verdict(evidence_of(down, server.environment)) == ("unavailable", "unreachable")


def test_an_archive_without_an_address_is_only_declared() -> None:
    (pin,) = facets_pins_of({"facet": {"name": "demo", "version": "1.0.0", "integrity": "sha256:1"}})
    assert verdict(evidence_of(pin)) == ("declared", "facets-no-address")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"integrity": "sha256:0"}, "facets-manifest-mismatch"),
        ({"files": {}}, "facets-manifest-mismatch"),
        (
            {"files": {**{name: sha256(body) for name, body in FILES.items()}, "more": "sha256:0"}},
            "facets-manifest-mismatch",
        ),
        ({"files": None}, "facets-archive-invalid"),
    ],
)
def test_a_manifest_that_disagrees_with_the_content_fails(
    server: FileServer, change: dict[str, object], code: str
) -> None:
    archive, integrity = facet(FILES, **change)
    assert verdict(judge(server, archive, integrity)) == ("failed", code)


def _linked() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("link")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    return buffer.getvalue()


def _outer(inner: bytes) -> bytes:
    return tarred({"build-manifest.json": b"{}", "archive.tar.gz": inner})


@pytest.mark.parametrize(
    ("archive", "code"),
    [
        (b"", "facets-archive-invalid"),
        (b"x" * 2000, "facets-archive-invalid"),
        (tarred({"build-manifest.json": b"{}"}), "facets-archive-invalid"),
        (tarred({"a": b"", "build-manifest.json": b"{}", "archive.tar.gz": b""}), "facets-archive-invalid"),
        (tarred({"build-manifest.json": b"[", "archive.tar.gz": b""}), "facets-archive-invalid"),
        (tarred({"build-manifest.json": b"[]", "archive.tar.gz": b""}), "facets-archive-invalid"),
        (_outer(b"no gzip"), "facets-archive-invalid"),
        (_outer(gzip.compress(tarred(FILES))[:-9]), "facets-archive-invalid"),
        (_outer(gzip.compress(tarred(FILES)) + b"more"), "facets-archive-invalid"),
        (_outer(gzip.compress(b"\0" * 300_000_000, 9)), "facets-archive-unsafe"),
        (_linked(), "facets-archive-unsafe"),
        (tarred({"../evil": b"x"}), "facets-archive-unsafe"),
    ],
    ids=range(12),
)
def test_what_nobody_should_unpack_fails(server: FileServer, archive: bytes, code: str) -> None:
    assert verdict(judge(server, archive, sha256(b""))) == ("failed", code)


def test_a_lockfile_is_read_into_pins_of_both_its_forms() -> None:
    old: Json = {
        "facet": {"name": "demo", "version": "1.0.0", "integrity": "sha256:1"},
        "servers": {
            "b": {"image": "ghcr.io/a/b:v2", "digest": "sha256:2"},
            "c": {"version": "1", "integrity": "sha256:3"},
        },
    }
    new: Json = {"lockfileVersion": 0, "facets": {"one": {"version": "1.0.0", "integrity": "sha256:4"}}}
    assert isinstance(old, dict)
    assert isinstance(new, dict)
    found = [
        (pin.kind, pin.identifier, dict(pin.digests)) for pin in (*facets_pins_of(old), *facets_pins_of(new))
    ]
    assert found == [
        ("facets", "demo", {"content": "sha256:1"}),
        ("oci", "ghcr.io/a/b:v2", {"manifest": "sha256:2"}),
        ("facets", "c", {"content": "sha256:3"}),
        ("facets", "one", {"content": "sha256:4"}),
    ]


def test_an_image_is_held_to_its_digest_when_its_tag_moves(tmp_path: Path) -> None:
    with image_registry(tmp_path) as registry:
        digest = registry.push_image("a/b", "v2", "one")
        entry = {"image": f"{registry.host}/a/b:v2", "digest": digest}
        (pin,) = facets_pins_of({"servers": {"b": entry}})
        assert verdict(evidence_of(pin)) == ("passed", "")
        registry.push_image("a/b", "v2", "two")
        assert verdict(evidence_of(pin)) == ("failed", "oci-tag-moved")


TOOLS: Json = [{"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"api_surface": api_surface(TOOLS), "api_surface_algorithm": ALGORITHM}, ("passed", "")),
        (
            {"api_surface": "sha256:0", "api_surface_algorithm": ALGORITHM},
            ("failed", "facets-digest-changed"),
        ),
        ({"api_surface": api_surface(TOOLS)}, ("declared", "facets-algorithm-unknown")),
        ({}, ("declared", "facets-not-locked")),
    ],
)
def test_an_api_surface_is_compared_only_where_its_algorithm_is_known(
    entry: dict[str, str], expected: tuple[str, str]
) -> None:
    assert verdict(api_surface_evidence("demo", entry, TOOLS)) == expected


@pytest.mark.parametrize(("limit", "number"), [("UNPACKED_FILES", 1), ("DOCUMENT_BYTES", 10)])
def test_an_archive_beyond_a_limit_fails(
    server: FileServer, monkeypatch: pytest.MonkeyPatch, limit: str, number: int
) -> None:
    monkeypatch.setattr(facet_archive, limit, number)
    archive, integrity = facet(FILES)
    assert verdict(judge(server, archive, integrity)) == ("failed", "facets-archive-unsafe")


def test_hashes_without_their_algorithm_are_read_as_sha256(server: FileServer) -> None:
    files = {name: sha256(body).removeprefix("sha256:") for name, body in FILES.items()}
    archive, integrity = facet(FILES, files=files)
    assert verdict(judge(server, archive, integrity)) == ("passed", "")
