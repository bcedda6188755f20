"""Reads and writes the canonical JSON of the MCP Registry Spec, with its two error codes."""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, NoReturn

from toolpin_ci.canon.ecmascript import Dialect, double, double_text, write
from toolpin_ci.canon.jcs import CanonicalError, strict_string
from toolpin_ci.canon.text import check_depth, decode
from toolpin_ci.errors import JsonError, ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.limits import NUMBER_CHARS

PARSE_ERROR = "JSON_PARSE_ERROR"
CANONICALIZATION_ERROR = "JSON_CANONICALIZATION_ERROR"
_BAD_ESCAPE = re.compile("~(?![01])")
_INDEX = re.compile("0|[1-9][0-9]{0,9}", re.ASCII)


class RegistryError(ToolpinError):
    """A refusal of the rulebook; `code` is its name there."""

    def __init__(self, code: str, message: str) -> None:
        """Put the code in front of the words."""
        super().__init__(f"{code}: {message}")
        self.code = code


def parse(raw: str | bytes) -> Json:
    """Parse strictly (rulebook §1): a syntax error counts before a duplicate key."""
    duplicates: list[str] = []
    try:
        value: Json = _decoder(duplicates).decode(_text(raw))
        check_depth(value)
    except (json.JSONDecodeError, JsonError, RecursionError) as error:
        raise RegistryError(PARSE_ERROR, str(error)) from error
    if duplicates:
        raise RegistryError(CANONICALIZATION_ERROR, f"the key {duplicates[0]!r} stands twice in one object")
    canonical(value)
    return value


def _text(raw: str | bytes) -> str:
    text = raw if isinstance(raw, str) else decode(raw)
    if text.startswith("\ufeff"):
        raise RegistryError(PARSE_ERROR, "a byte order mark stands before the JSON text")
    return text


def _decoder(duplicates: list[str]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=partial(_object, duplicates),
        parse_int=_number,
        parse_float=_number,
        parse_constant=_constant,
    )


def _object(duplicates: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        duplicates.append(next(key for key, count in counts.items() if count > 1))
    return found


def _number(text: str) -> Number:
    if len(text) > NUMBER_CHARS:
        raise RegistryError(PARSE_ERROR, f"a number of {len(text)} characters (at most {NUMBER_CHARS})")
    if not math.isfinite(float(text)):
        raise RegistryError(PARSE_ERROR, "a number that no double can hold")
    return Number(text)


def _constant(name: str) -> NoReturn:
    raise RegistryError(PARSE_ERROR, f"{name} is not JSON")


def canonical(value: Json) -> str:
    """Write the canonical text: keys by code point, numbers as doubles, no lone surrogates."""
    try:
        return write(value, _DIALECT)
    except CanonicalError as error:
        raise RegistryError(CANONICALIZATION_ERROR, error.message) from error


def _members(value: JsonObject) -> list[tuple[str, Json]]:
    return [(key, value[key]) for key in sorted(value)]


def _double_text(value: int | Number) -> str:
    return double_text(double(value))


_DIALECT = Dialect(members=_members, number=_double_text, string=strict_string)


def equal(left: Json, right: Json) -> bool:
    """Compare two values by their canonical text."""
    return canonical(left) == canonical(right)


def resolve(document: Json, pointer: str) -> Json:
    """Follow a JSON Pointer as the rulebook does; raise `KeyError` where it leads nowhere."""
    if (pointer and not pointer.startswith("/")) or _BAD_ESCAPE.search(pointer):
        raise KeyError(pointer)
    value = document
    for token in pointer.split("/")[1:]:
        value = _step(value, token.replace("~1", "/").replace("~0", "~"), pointer)
    return value


def _step(value: Json, token: str, pointer: str) -> Json:
    if isinstance(value, Mapping) and token in value:
        return value[token]
    if isinstance(value, (list, tuple)) and _INDEX.fullmatch(token) and int(token) < len(value):
        item: Json = value[int(token)]
        return item
    raise KeyError(pointer)
