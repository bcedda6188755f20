"""Opens an MCPB bundle without unpacking it: its paths, its size and its manifest are judged first."""

import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import BinaryIO

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.limits import DOCUMENT_BYTES, MIB, UNPACKED_BYTES, UNPACKED_FILES
from toolpin_ci.pins.archive_paths import check_distinct, check_link, check_path
from toolpin_ci.pins.evidence import PinFailure

UNSAFE = "mcpb-archive-unsafe"
_INVALID = "mcpb-archive-invalid"
_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\x05\x06"
_TAIL = 65_535 + _END.size
_DIRECTORY_BYTES = 32 * MIB
_RATIO = 500
_SIGNATURE_END = b"MCPB_SIG_END"
_LINK_BYTES = 4096


def open_bundle(file: BinaryIO) -> tuple[JsonObject, tuple[str, ...]]:
    """Give the bundle's manifest and notes about it; raise `PinFailure` on what nobody should unpack."""
    tail = _check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            _check_entries(archive, entries)
            manifest = _manifest(archive)
            names = frozenset(entry.filename for entry in entries)
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, UnicodeDecodeError) as error:
        raise PinFailure(_INVALID, f"the bundle is no usable zip file: {error}") from error
    except (NotImplementedError, RuntimeError) as error:
        raise PinFailure(UNSAFE, f"the bundle holds what cannot be read: {error}") from error
    signed = (
        ("the bundle carries a signature, which is not verified",) if tail.endswith(_SIGNATURE_END) else ()
    )
    return manifest, (*signed, *_entry_point(manifest, names))


def _check_directory(file: BinaryIO) -> bytes:
    """Bound the directory before it is read: a small file can list millions of entries."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    place = tail.rfind(_END_MARK)
    if place < 0 or len(tail) - place < _END.size:
        raise PinFailure(_INVALID, "the bundle is no zip file")
    _, _, _, _, count, directory, _, _ = _END.unpack_from(tail, place)
    if count > UNPACKED_FILES or directory > _DIRECTORY_BYTES:
        raise PinFailure(UNSAFE, f"the bundle lists more than {UNPACKED_FILES:,} files")
    return tail


def _check_entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > UNPACKED_FILES:
        raise PinFailure(UNSAFE, f"the bundle lists more than {UNPACKED_FILES:,} files")
    check_distinct([entry.filename.removesuffix("/") for entry in entries], UNSAFE)
    if sum(entry.file_size for entry in entries) > UNPACKED_BYTES:
        raise PinFailure(UNSAFE, f"the bundle unpacks to more than {UNPACKED_BYTES:,} bytes")
    for entry in entries:
        check_path(entry.orig_filename, UNSAFE)
        if entry.file_size > MIB and entry.file_size > _RATIO * max(1, entry.compress_size):
            raise PinFailure(UNSAFE, f"{entry.filename[:120]!r} unpacks to {entry.file_size:,} bytes: a bomb")
        with archive.open(entry) as member:  # compares the name in the directory with the one at the data
            if stat.S_ISLNK(entry.external_attr >> 16):
                check_link(entry.filename, member.read(_LINK_BYTES).decode("utf-8", "replace"), UNSAFE)


def _manifest(archive: zipfile.ZipFile) -> JsonObject:
    try:
        with archive.open("manifest.json") as member:
            text = member.read(DOCUMENT_BYTES + 1)
    except KeyError as error:
        raise PinFailure(_INVALID, "the bundle has no manifest.json") from error
    if len(text) > DOCUMENT_BYTES:
        raise PinFailure(UNSAFE, f"the bundle's manifest is larger than {DOCUMENT_BYTES:,} bytes")
    try:
        manifest = parse(text)
    except JsonError as error:
        raise PinFailure(_INVALID, f"the bundle's manifest is no JSON: {error}") from error
    if not isinstance(manifest, Mapping):
        raise PinFailure(_INVALID, "the bundle's manifest is no JSON object")
    return manifest


def _entry_point(manifest: JsonObject, names: frozenset[str]) -> tuple[str, ...]:
    server = manifest.get("server")
    point = server.get("entry_point") if isinstance(server, Mapping) else None
    if not isinstance(point, str):
        return ("the bundle's manifest names no entry point",)
    return (
        () if point.removeprefix("./") in names else (f"the entry point {point[:120]} is not in the bundle",)
    )
