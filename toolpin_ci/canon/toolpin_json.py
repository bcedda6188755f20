"""Writes ToolPin's canonical JSON, the text under all of its hashes."""

import json
import re
import unicodedata
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NoReturn

from toolpin_ci.canon.ecmascript import Dialect, Members, number, sorted_members, write
from toolpin_ci.canon.text import escape_lone
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject

# What `json.dumps` would write otherwise than JavaScript: keys that are array indices, integers beyond 2^53.
# Each pattern opens with a literal, which the regex engine finds fast; a hit inside a string only costs time.
_ODD = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (r'"[0-9]{1,10}":', r'":-?[0-9]{16}', r",-?[0-9]{16}", r"\[-?[0-9]{16}")
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_REST_OF_STRING = re.compile(r'(?:[^"\\]|\\.)*+":?', re.DOTALL)


class DuplicateKeyError(ToolpinError):
    """Two keys of one object that are equal after NFC: ToolPin does not hash it."""


class _OddValueError(Exception):
    """The fast encoder met a value that it would not write as JavaScript does."""


def _odd(value: object) -> NoReturn:
    raise _OddValueError(value)


_FAST = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_odd, check_circular=False
)


def canonical(value: Json) -> str:
    """Write the canonical text of a value."""
    return canonical_each([value])[0]


def canonical_each(values: Sequence[Json]) -> list[str]:
    """Write the canonical text of many values, looking only once for what is slow to write."""
    texts = [_fast(value) for value in values]
    if not _is_plain(f"[{','.join(filter(None, texts))}]"):
        texts = [text if text and _is_plain(f"[{text}]") else None for text in texts]
    return [
        write(value, _DIALECT) if text is None else text if text.isascii() else escape_lone(text)
        for value, text in zip(values, texts, strict=True)
    ]


def _fast(value: Json) -> str | None:
    try:
        return _FAST.encode(value)
    except _OddValueError:
        return None


def _is_plain(text: str) -> bool:
    return not any(odd.search(text) for odd in _ODD) and (text.isascii() or _has_plain_keys(text))


def _has_plain_keys(text: str) -> bool:
    found = _BEYOND_ASCII.search(text)
    while found:
        rest = _REST_OF_STRING.match(text, found.end())
        if rest is None or rest[0].endswith(":"):
            return False
        found = _BEYOND_ASCII.search(text, rest.end())
    return True


def _members(value: JsonObject) -> Members:
    found: dict[str, Json] = {}
    for key, child in value.items():
        name = key if key.isascii() else unicodedata.normalize("NFC", key)
        if name in found:
            raise DuplicateKeyError(
                f"Canonical JSON object has duplicate key after NFC normalization: {name}"
            )
        found[name] = child
    return sorted_members(found)


_DIALECT = Dialect(members=_members, number=number)


def pruned(value: Json) -> Json:
    """Drop members that are empty objects, from the inside out, as ToolPin's `doctor` compares."""
    if isinstance(value, Mapping):
        kept = ((key, pruned(child)) for key, child in value.items())
        return {key: child for key, child in kept if not (isinstance(child, Mapping) and not child)}
    if isinstance(value, (list, tuple)):
        return [pruned(child) for child in value]
    return value


def hex_digest(value: Json) -> str:
    """Hash a value as the tool hashes do: bare lower-case hex."""
    return sha256(canonical(value).encode()).hexdigest()


def sri_digest(value: Json) -> str:
    """Hash a value as integrity and lock digest do: `sha256-` and base64."""
    return "sha256-" + b64encode(sha256(canonical(value).encode()).digest()).decode()
