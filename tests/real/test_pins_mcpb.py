"""Bundles on a TLS file server that redirects, as releases of code hosts do."""

import struct
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pins.asking import evidence_of, verdict
from tests.sim.registry_bundles import SOUND, bundle, link, sha256, zipped
from tests.sim.registry_files import FileServer, Page, file_server
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.pin import Pin
from toolpin_ci.model.report import PinEvidence
from toolpin_ci.pins import bundle as bundle_module


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FileServer]:
    with file_server(tmp_path) as running:
        running.pages["/demo.mcpb"] = Page(
            status=302, headers={"Location": running.url("/storage/1", host="127.0.0.1")}
        )
        yield running


def judge(server: FileServer, content: bytes, *, locked: bool = True, tools: Json = None) -> PinEvidence:
    server.pages["/storage/1"] = Page(body=content, headers={"Content-Type": "application/octet-stream"})
    pin = Pin(
        kind="mcpb",
        identifier=server.url("/demo.mcpb"),
        version="1.0.0",
        server="io.example/demo",
        digests={"bundle": sha256(content)} if locked else {},
        facts={"tools": tools},
    )
    return evidence_of(pin, server.environment)


def test_a_locked_bundle_passes_behind_a_redirect(server: FileServer) -> None:
    found = judge(server, bundle())
    assert verdict(found) == ("passed", "")
    assert found.notes == (f"downloaded from 127.0.0.1:{server.port}",)
    assert (found.anchor, found.method) == (f"localhost:{server.port}", "sha256-of-file")


def test_a_bundle_without_a_locked_hash_is_only_declared(server: FileServer) -> None:
    found = judge(server, bundle(), locked=False)
    assert verdict(found) == ("declared", "missing-mcpb-hash")
    assert found.files == {"bundle": sha256(bundle())}


def test_other_bytes_than_the_locked_ones_fail_and_are_not_opened(server: FileServer) -> None:
    server.pages["/storage/1"] = Page(body=b"not even a zip file")
    pin = Pin(kind="mcpb", identifier=server.url("/demo.mcpb"), digests={"bundle": sha256(bundle())})
    assert verdict(evidence_of(pin, server.environment)) == ("failed", "mcpb-digest-mismatch")


def test_a_bundle_that_is_gone_fails(server: FileServer) -> None:
    pin = Pin(kind="mcpb", identifier=server.url("/gone.mcpb"), digests={"bundle": sha256(b"")})
    assert verdict(evidence_of(pin, server.environment)) == ("failed", "mcpb-gone")


@pytest.mark.parametrize(
    "identifier",
    ["http://example.com/demo.mcpb", "./demo.mcpb", "file:///demo.mcpb", "https://10.0.0.1/demo.mcpb", ""],
)
def test_an_address_that_we_do_not_ask_could_not_be_checked(identifier: str) -> None:
    pin = Pin(kind="mcpb", identifier=identifier, digests={"bundle": sha256(b"")})
    assert verdict(evidence_of(pin)) == ("unavailable", "address-refused")


def test_a_web_page_in_the_place_of_a_bundle_could_not_be_checked(server: FileServer) -> None:
    server.pages["/storage/1"] = Page(body=b"<form>", headers={"Content-Type": "text/html; charset=utf-8"})
    pin = Pin(kind="mcpb", identifier=server.url("/demo.mcpb"), digests={"bundle": sha256(b"<form>")})
    assert verdict(evidence_of(pin, server.environment)) == ("unavailable", "not-an-artifact")


@pytest.mark.parametrize(
    "path",
    ["../evil", "a/../../evil", "/etc/passwd", "C:/evil", "a\\..\\..\\evil", "\\\\host\\share"],
)
def test_a_path_that_leads_out_fails(server: FileServer, path: str) -> None:
    found = judge(server, bundle(entries=[(path, b"x")]))
    assert verdict(found) == ("failed", "mcpb-archive-unsafe")


@pytest.mark.parametrize("target", ["../../etc/passwd", "/etc/passwd", "../..", "..\\x"])
def test_a_link_that_leads_out_fails(server: FileServer, target: str) -> None:
    found = judge(server, bundle(entries=[link("server/link", target)]))
    assert verdict(found) == ("failed", "mcpb-archive-unsafe")


def test_a_link_that_stays_inside_is_fine(server: FileServer) -> None:
    assert judge(server, bundle(entries=[link("server/link", "../manifest.json")])).state == "passed"


def test_a_file_that_stands_twice_fails(server: FileServer) -> None:
    with warnings.catch_warnings(action="ignore"):
        content = bundle(entries=[("manifest.json", b"{}")])
    assert verdict(judge(server, content)) == ("failed", "mcpb-archive-unsafe")


def test_a_bomb_fails_without_being_unpacked(server: FileServer) -> None:
    found = judge(server, bundle(entries=[("bomb", b"\0" * 30_000_000)]))
    assert verdict(found) == ("failed", "mcpb-archive-unsafe")
    assert "a bomb" in found.reason


def test_a_directory_of_too_many_files_fails_before_it_is_read(server: FileServer) -> None:
    content = bytearray(bundle())
    struct.pack_into("<H", content, len(content) - 12, 60_000)
    assert verdict(judge(server, bytes(content))) == ("failed", "mcpb-archive-unsafe")


def test_a_name_that_differs_between_directory_and_data_fails(server: FileServer) -> None:
    content = bytearray(bundle())
    place = content.index(b"server/index.js")
    content[place : place + 15] = b"server/other.js"
    assert verdict(judge(server, bytes(content))) == ("failed", "mcpb-archive-invalid")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK",
        b"<html>",
        zipped([("readme", b"x")]),
        bundle(b"{"),
        bundle(b"[]"),
        bundle(b'{"a":1,"a":2}'),
    ],
)
def test_what_is_no_bundle_fails(server: FileServer, content: bytes) -> None:
    assert verdict(judge(server, content)) == ("failed", "mcpb-archive-invalid")


def test_a_manifest_of_another_version_fails(server: FileServer) -> None:
    found = judge(server, bundle({**SOUND, "version": "2.0.0"}))
    assert verdict(found) == ("failed", "mcpb-manifest-mismatch")


def test_a_signature_block_behind_the_zip_is_noted_as_not_verified(server: FileServer) -> None:
    signed = bundle() + b"MCPB_SIG_V1" + struct.pack("<I", 3) + b"der" + b"MCPB_SIG_END"
    found = judge(server, signed)
    assert verdict(found) == ("passed", "")
    assert "the bundle carries a signature, which is not verified" in found.notes


def test_tools_and_names_that_differ_are_noted_for_the_reviewer(server: FileServer) -> None:
    manifest = {**SOUND, "name": "else", "server": {"entry_point": "nowhere.js"}}
    notes = judge(server, bundle(manifest), tools=["look", "delete"]).notes[1:]
    assert notes == (
        "the entry point nowhere.js is not in the bundle",
        "the bundle calls itself else",
        "the bundle declares list, which the server does not offer",
        "the server offers delete, which the bundle does not declare",
    )


def test_a_bundle_that_generates_tools_may_offer_more(server: FileServer) -> None:
    found = judge(server, bundle({**SOUND, "tools_generated": True}), tools=["look", "list", "more"])
    assert len(found.notes) == 1


def test_an_entry_that_cannot_be_read_fails(server: FileServer) -> None:
    content = bytearray(bundle())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.rindex(mark) + offset] |= 1  # encrypted
    assert verdict(judge(server, bytes(content))) == ("failed", "mcpb-archive-unsafe")


@pytest.mark.parametrize(
    ("limit", "number", "words"),
    [
        ("UNPACKED_BYTES", 10, "unpacks to more than"),
        ("DOCUMENT_BYTES", 10, "manifest is larger than"),
        ("UNPACKED_FILES", 1, "lists more than"),
    ],
)
def test_a_bundle_beyond_a_limit_fails(
    server: FileServer, monkeypatch: pytest.MonkeyPatch, limit: str, number: int, words: str
) -> None:
    monkeypatch.setattr(bundle_module, limit, number)
    found = judge(server, bundle())
    assert verdict(found) == ("failed", "mcpb-archive-unsafe")
    assert words in found.reason


def test_a_directory_that_lies_about_its_length_fails(
    server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = bytearray(bundle())
    struct.pack_into("<H", content, len(content) - 12, 1)
    monkeypatch.setattr(bundle_module, "UNPACKED_FILES", 1)
    assert verdict(judge(server, bytes(content))) == ("failed", "mcpb-archive-unsafe")


def test_a_manifest_without_an_entry_point_is_noted(server: FileServer) -> None:
    found = judge(server, bundle({"name": "demo", "version": "1.0.0"}))
    assert verdict(found) == ("passed", "")
    assert "the bundle's manifest names no entry point" in found.notes
