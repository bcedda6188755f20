"""Writes RFC 8785 canonical JSON, and hashes it as the draft `mcp-lock/1` does."""

import json
import math
import unicodedata
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from json.encoder import encode_basestring

from toolpin_ci.canon.ecmascript import Dialect, double, double_text, utf16, write
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number


class CanonicalError(ToolpinError):
    """A value that has no canonical form."""


def canonical(value: Json) -> str:
    """Write a value in RFC 8785 form; a lone surrogate stays an escape, as `JSON.stringify` writes it."""
    return write(value, _DIALECT)


def _members(value: JsonObject) -> list[tuple[str, Json]]:
    return [(key, value[key]) for key in sorted(value, key=utf16)]


def finite_number(value: int | Number) -> str:
    """Write a number as a double; refuse one that no double can hold."""
    rounded = double(value)
    if not math.isfinite(rounded):
        raise CanonicalError("non-finite number is not canonicalizable")
    return double_text(rounded)


_DIALECT = Dialect(members=_members, number=finite_number)


def strict_string(text: str) -> str:
    """Write a string; refuse one that is not valid Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CanonicalError("a lone surrogate has no UTF-8 form") from error
    return encode_basestring(text)


_STRICT = Dialect(members=_members, number=finite_number, string=strict_string)


def strict_canonical(value: Json) -> str:
    """Write a value in RFC 8785 form; refuse lone surrogates, as the RFC does."""
    return write(value, _STRICT)


def refuse_equal_names(value: Json) -> None:
    """Refuse objects in which two member names are equal after NFC (mcp-lock/1 §8.2)."""
    if isinstance(value, Mapping):
        seen: set[str] = set()
        for key in value:
            name = unicodedata.normalize("NFC", key)
            if name in seen:
                quoted = json.dumps(name, ensure_ascii=False)
                raise CanonicalError(f"duplicate member name after NFC normalization: {quoted}")
            seen.add(name)
    for child in value.values() if isinstance(value, Mapping) else _items(value):
        refuse_equal_names(child)


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def sri_digest(value: Json) -> str:
    """Hash a value as `mcp-lock/1` does everywhere: `sha256-` and base64."""
    return "sha256-" + b64encode(sha256(canonical(value).encode()).digest()).decode()
