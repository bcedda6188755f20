"""Computes CIDv1 names of documents, manifests and blobs: DAG-CBOR, SHA-256, base32."""

import struct
from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

from toolpin_ci.canon.ecmascript import SAFE_INTEGER, double
from toolpin_ci.canon.registry_json import RegistryError, canonical, parse
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number

_DAG_CBOR = bytes((0x01, 0x71, 0x12, 0x20))
_RAW = bytes((0x01, 0x55, 0x12, 0x20))
_SMALL = 24
_WIDTHS = ((0x100, 24, ">B"), (0x10000, 25, ">H"), (0x100000000, 26, ">I"))
_UNSIGNED, _NEGATIVE, _TEXT, _ARRAY, _MAP = 0, 1, 3, 4, 5
_FALSE, _TRUE, _NULL, _DOUBLE = b"\xf4", b"\xf5", b"\xf6", b"\xfb"

MANIFEST_MEMBERS = ("schema_version", "cid_profile", "entries")
"""What a manifest's root CID is computed over."""


def document_cid(raw: str | bytes) -> str:
    """Name a JSON document by its text."""
    return value_cid(parse(raw))


def manifest_cid(raw: str | bytes) -> str:
    """Name a manifest by the three members that describe its files."""
    return manifest_value_cid(parse(raw))


def manifest_value_cid(manifest: Json) -> str:
    """Name a parsed manifest by the three members that describe its files."""
    if not isinstance(manifest, Mapping):
        raise RegistryError("MANIFEST_CID_MISMATCH", "the manifest is not a JSON object")
    return value_cid({member: manifest[member] for member in MANIFEST_MEMBERS if member in manifest})


def blob_cid(raw: bytes) -> str:
    """Name a file by its bytes."""
    return _cid(_RAW, raw)


def value_cid(value: Json) -> str:
    """Name a parsed value: canonical text, read again, as DAG-CBOR."""
    return _cid(_DAG_CBOR, dag_cbor(parse(canonical(value))))


def _cid(prefix: bytes, content: bytes) -> str:
    name = b32encode(prefix + sha256(content).digest()).decode().lower().rstrip("=")
    return "b" + name


def dag_cbor(value: Json) -> bytes:
    """Encode a value; a number that is a safe integer as one, every other as a 64-bit float."""
    pieces: list[bytes] = []
    _encode(value, pieces.append)
    return b"".join(pieces)


def _encode(value: Json, put: Callable[[bytes], None]) -> None:
    if isinstance(value, str):
        _encode_text(value, put)
    elif value is None or isinstance(value, bool):
        put({None: _NULL, True: _TRUE, False: _FALSE}[value])
    elif isinstance(value, (int, Number)):
        put(_number(double(value)))
    elif isinstance(value, Mapping):
        _encode_map(value, put)
    else:
        _encode_array(value, put)


def _encode_text(text: str, put: Callable[[bytes], None]) -> None:
    raw = text.encode()
    put(_head(_TEXT, len(raw)) + raw)


def _encode_map(value: JsonObject, put: Callable[[bytes], None]) -> None:
    put(_head(_MAP, len(value)))
    for raw, key in sorted(((key.encode(), key) for key in value), key=lambda pair: (len(pair[0]), pair[0])):
        put(_head(_TEXT, len(raw)) + raw)
        _encode(value[key], put)


def _encode_array(items: Sequence[Json], put: Callable[[bytes], None]) -> None:
    put(_head(_ARRAY, len(items)))
    for item in items:
        _encode(item, put)


def _number(value: float) -> bytes:
    if not value.is_integer() or abs(value) > SAFE_INTEGER:
        return _DOUBLE + struct.pack(">d", value)
    whole = int(value)
    return _head(_UNSIGNED, whole) if whole >= 0 else _head(_NEGATIVE, -1 - whole)


def _head(major: int, count: int) -> bytes:
    if count < _SMALL:
        return bytes((major << 5 | count,))
    for limit, width, layout in _WIDTHS:
        if count < limit:
            return bytes((major << 5 | width,)) + struct.pack(layout, count)
    return bytes((major << 5 | 27,)) + struct.pack(">Q", count)
