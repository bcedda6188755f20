"""Reads and writes JSON text exactly: nothing is rounded, merged or dropped."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from json.encoder import encode_basestring
from math import isinf
from typing import Any, NoReturn

from toolpin_ci.errors import DuplicateKeyError, EncodingError, JsonError, LimitError, NotANumberError
from toolpin_ci.model.jsonvalue import Json, Number
from toolpin_ci.model.limits import JSON_DEPTH, NUMBER_CHARS

_LONE = re.compile("[\ud800-\udfff]")
_INDENT = "  "


def _integer(text: str) -> int | Number:
    if len(text) > NUMBER_CHARS:
        _too_long(text)
    return Number(text) if text == "-0" else int(text)


def _fraction(text: str) -> Number:
    if len(text) > NUMBER_CHARS:
        _too_long(text)
    return Number(text)


def _too_long(text: str) -> NoReturn:
    message = f"a number of {len(text)} characters (at most {NUMBER_CHARS})"
    raise LimitError(message, limit="NUMBER_CHARS", token=text)


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is not JSON"
    raise NotANumberError(message, token=name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                message = f"the key {encode_basestring(key[:80])} stands twice in one object"
                raise DuplicateKeyError(message)
            seen.add(key)
    return found


def _finite(text: str) -> Number:
    number = _fraction(text)
    if isinf(float(number)):
        message = f"the number {text[:40]} is beyond what a double holds"
        raise NotANumberError(message, token=text)
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_int=_integer, parse_constant=_no_constant
)
_FINITE_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_finite, parse_int=_integer, parse_constant=_no_constant
)


def parse(text: str | bytes, *, finite: bool = False) -> Json:
    """Parse one JSON text; raise `JsonError` with the place on anything that JSON or we do not allow.

    With `finite`, a number such as `1e999`, which most readers turn into infinity, is refused too.
    """
    if not isinstance(text, str):
        text = decode(text)
    if text.startswith("\ufeff"):
        message = "a byte order mark stands before the JSON text"
        advice = "save the file as UTF-8 without a byte order mark"
        raise EncodingError(message, line=1, column=1, advice=advice)
    try:
        value = (_FINITE_DECODER if finite else _DECODER).decode(text)
    except json.JSONDecodeError as error:
        raise JsonError(error.msg, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise _too_deep() from error
    if _brackets(text) > JSON_DEPTH:
        check_depth(value)
    return value  # type: ignore[no-any-return]


def decode(raw: bytes) -> str:
    """Decode UTF-8 strictly, naming the place of the first bad byte."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        message = f"byte 0x{raw[error.start]:02x} is not valid UTF-8"
        raise EncodingError(message, line=line, column=column) from error


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")


def check_depth(value: Json) -> None:
    """Refuse parsed values nested deeper than `JSON_DEPTH`, without recursion."""
    level: list[Json] = [value] if isinstance(value, (dict, list)) else []
    for _ in range(JSON_DEPTH + 1):
        if not level:
            return
        # One loop over plain classes: every answer and every lockfile goes through here.
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)  # type: ignore[union-attr]
            if isinstance(child, (dict, list))
        ]
    raise _too_deep()


def _too_deep() -> LimitError:
    return LimitError(f"nested deeper than {JSON_DEPTH} levels", limit="JSON_DEPTH")


class _NotPlainError(Exception):
    """The fast encoder met a number whose spelling it would lose."""


def _not_plain(value: object) -> NoReturn:
    if isinstance(value, Number):
        raise _NotPlainError
    message = f"not a JSON value: {type(value).__name__}"
    raise TypeError(message)


_COMPACT = json.JSONEncoder(
    ensure_ascii=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
    default=_not_plain,
    check_circular=False,  # what was parsed has no circles
)


def compact(value: Json) -> str:
    """Write without white space, keys in code point order, numbers as they were spelled."""
    try:
        return escape_lone(_COMPACT.encode(value))
    except _NotPlainError:
        return _joined(value, "", exact=True)


def canonical(value: Json) -> str:
    """Write as `compact` does, with every number in the spelling of its exact value."""
    try:
        return escape_lone(_COMPACT.encode(value))
    except _NotPlainError:
        return _joined(value, "", exact=False)


def pretty(value: Json, indent: str = "") -> str:
    """Write with sorted keys and two spaces a level; `indent` stands before every line but the first."""
    return _joined(value, "\n" + indent, exact=True)


def escape_lone(text: str) -> str:
    """Write lone surrogates as escapes, so that JSON text can always be encoded."""
    return text if text.isascii() else _LONE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _joined(value: Json, newline: str, *, exact: bool) -> str:
    pieces: list[str] = []
    _write(value, newline, pieces.append, exact=exact)
    return escape_lone("".join(pieces))


def _write(value: Json, newline: str, put: Callable[[str], None], *, exact: bool) -> None:
    if isinstance(value, str):
        put(encode_basestring(value))
    elif isinstance(value, Mapping):
        _write_object(value, newline, put, exact=exact)
    elif isinstance(value, (list, tuple)):
        _write_array(value, newline, put, exact=exact)
    elif isinstance(value, Number):
        put(value.text if exact else value.canonical)
    else:
        put(_COMPACT.encode(value))


def _write_object(
    value: Mapping[str, Json], newline: str, put: Callable[[str], None], *, exact: bool
) -> None:
    if not value:
        put("{}")
        return
    inner, colon = (newline + _INDENT, ": ") if newline else ("", ":")
    separator = "{" + inner
    for key in sorted(value):
        put(separator + encode_basestring(key) + colon)
        _write(value[key], inner, put, exact=exact)
        separator = "," + inner
    put(newline + "}")


def _write_array(value: Sequence[Json], newline: str, put: Callable[[str], None], *, exact: bool) -> None:
    if not value:
        put("[]")
        return
    inner = newline + _INDENT if newline else ""
    separator = "[" + inner
    for item in value:
        put(separator)
        _write(item, inner, put, exact=exact)
        separator = "," + inner
    put(newline + "]")
