"""Opens a Facets archive without unpacking it to disk: an outer tar with a manifest and one inner archive."""

import hashlib
import tarfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import ARTIFACT_BYTES, DOCUMENT_BYTES, MIB, UNPACKED_FILES
from toolpin_ci.pins.archive_paths import check_distinct, check_path
from toolpin_ci.pins.evidence import PinFailure

_INVALID = "facets-archive-invalid"
_UNSAFE = "facets-archive-unsafe"
_MANIFEST, _INNER = "build-manifest.json", "archive.tar.gz"

Scratch = Callable[[], AbstractContextManager[BinaryIO]]


def content_digest(file: BinaryIO, scratch: Scratch) -> str:
    """Hash the unpacked inner archive, once every file in it is the one that the manifest names."""
    try:
        with _tar(file) as outer, scratch() as inner:
            members = _members(outer)
            if sorted(members) != [_MANIFEST, _INNER][::-1]:
                raise PinFailure(_INVALID, f"the archive does not hold exactly {_MANIFEST} and {_INNER}")
            manifest = _manifest(outer, members[_MANIFEST])
            digest = _unpack(_content(outer, members[_INNER]), inner)
            _reconcile(manifest, inner, digest)
    except (tarfile.TarError, zlib.error, EOFError) as error:
        raise PinFailure(_INVALID, f"the archive cannot be read: {error}") from error
    return digest


def _tar(file: BinaryIO) -> tarfile.TarFile:
    file.seek(0)
    return tarfile.open(fileobj=file, mode="r:")


def _members(archive: tarfile.TarFile) -> dict[str, tarfile.TarInfo]:
    members: list[tarfile.TarInfo] = []
    for member in archive:
        members.append(member)
        if len(members) > UNPACKED_FILES:
            raise PinFailure(_UNSAFE, f"the archive lists more than {UNPACKED_FILES:,} files")
        if not member.isfile():
            raise PinFailure(_UNSAFE, f"the archive holds {member.name[:120]!r}, which is no plain file")
        check_path(member.name, _UNSAFE)
    check_distinct([member.name for member in members], _UNSAFE)
    return {member.name: member for member in members}


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> BinaryIO:
    return cast("BinaryIO", archive.extractfile(member))  # None only for what is no plain file


def _manifest(archive: tarfile.TarFile, member: tarfile.TarInfo) -> JsonObject:
    if member.size > DOCUMENT_BYTES:
        raise PinFailure(_UNSAFE, f"{_MANIFEST} is larger than {DOCUMENT_BYTES:,} bytes")
    try:
        manifest = parse(_content(archive, member).read())
    except JsonError as error:
        raise PinFailure(_INVALID, f"{_MANIFEST} is no JSON: {error}") from error
    if not isinstance(manifest, Mapping):
        raise PinFailure(_INVALID, f"{_MANIFEST} is no JSON object")
    return manifest


def _unpack(packed: BinaryIO, into: BinaryIO) -> str:
    """Decompress piece by piece, so that a bomb stops at the limit."""
    hasher, unpacker, size = hashlib.sha256(), zlib.decompressobj(wbits=31), 0
    for piece in iter(lambda: packed.read(MIB), b""):
        pending = piece
        while pending:
            unpacked = unpacker.decompress(pending, MIB)
            pending = unpacker.unconsumed_tail
            size += len(unpacked)
            if size > ARTIFACT_BYTES:
                raise PinFailure(_UNSAFE, f"the archive unpacks to more than {ARTIFACT_BYTES:,} bytes")
            hasher.update(unpacked)
            into.write(unpacked)
    if not unpacker.eof or unpacker.unused_data:
        raise PinFailure(_INVALID, f"{_INNER} is cut off, or something follows it")
    return f"sha256:{hasher.hexdigest()}"


def _reconcile(manifest: JsonObject, inner: BinaryIO, digest: str) -> None:
    """Compare the manifest's integrity and files with the content, both ways."""
    if manifest.get("integrity") != digest:
        raise PinFailure("facets-manifest-mismatch", "the manifest's integrity is not its content's")
    declared = manifest.get("files")
    if not isinstance(declared, Mapping):
        raise PinFailure(_INVALID, f"{_MANIFEST} lists no files")
    with _tar(inner) as archive:
        found: dict[str, Json] = {}
        for name, member in _members(archive).items():
            found[name] = _hash(_content(archive, member))
    wrong = sorted(name for name in {*found, *declared} if found.get(name) != _prefixed(declared.get(name)))
    if wrong:
        raise PinFailure(
            "facets-manifest-mismatch", f"{wrong[0][:120]} is not the file that the manifest names"
        )


def _hash(content: BinaryIO) -> str:
    hasher = hashlib.sha256()
    for piece in iter(lambda: content.read(MIB), b""):
        hasher.update(piece)
    return f"sha256:{hasher.hexdigest()}"


def _prefixed(digest: Json) -> Json:
    return f"sha256:{digest}" if isinstance(digest, str) and ":" not in digest else digest
