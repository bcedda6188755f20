"""Reads and writes JSON as ECMAScript does: doubles, UTF-16 order, array-index keys first."""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from json.encoder import encode_basestring
from typing import Any, NoReturn

from toolpin_ci.canon.text import check_depth, decode, escape_lone
from toolpin_ci.errors import JsonError, LimitError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.limits import JSON_DEPTH, NUMBER_CHARS
from toolpin_ci.values import dataclass

SAFE_INTEGER = 2**53 - 1
"""The largest integer up to which every integer is a double of its own."""

_INDEX = re.compile("0|[1-9][0-9]{0,9}", re.ASCII)
_LAST_INDEX = 4294967294
_FIXED_DIGITS = 21  # Number::toString writes an exponent from 1e21 on …
_FIXED_ZEROS = 6  # … and below 1e-6

Members = Iterable[tuple[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one system writes JSON: which members in which order, and how numbers and strings look."""

    members: Callable[[JsonObject], Members]
    number: Callable[[int | Number], str]
    string: Callable[[str], str] = encode_basestring


def parse(text: str | bytes) -> Json:
    """Parse as `JSON.parse` does: the last of equal keys wins; every number keeps its spelling."""
    if not isinstance(text, str):
        text = decode(text)
    try:
        value: Json = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise JsonError(error.msg, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise LimitError(f"nested deeper than {JSON_DEPTH} levels", limit="JSON_DEPTH") from error
    if text.count("[") + text.count("{") > JSON_DEPTH:
        check_depth(value)
    return value


def _constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is not JSON")


def _bounded(text: str) -> str:
    if len(text) > NUMBER_CHARS:
        message = f"a number of {len(text)} characters (at most {NUMBER_CHARS})"
        raise LimitError(message, limit="NUMBER_CHARS")
    return text


def _integer(text: str) -> int | Number:
    return Number(text) if text == "-0" else int(_bounded(text))


def _fraction(text: str) -> Number:
    return Number(_bounded(text))


_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_fraction, parse_constant=_constant)


def double(value: int | Number) -> float:
    """Round to the nearest double; too large a number becomes infinite."""
    if isinstance(value, Number):
        return float(value)
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def number(value: int | Number) -> str:
    """Write a number as `JSON.stringify` does: as a double, infinities as `null`."""
    if isinstance(value, int) and -SAFE_INTEGER <= value <= SAFE_INTEGER:
        return str(int(value))
    rounded = double(value)
    return double_text(rounded) if math.isfinite(rounded) else "null"


def double_text(value: float) -> str:
    """Write a finite double as ECMAScript's Number::toString does."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    digits, point = _digits(repr(abs(value)))
    return sign + _placed(digits, point)


def _digits(text: str) -> tuple[str, int]:
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or "0") - (len(whole + fraction) - len(digits))
    return digits.rstrip("0"), point


def _placed(digits: str, point: int) -> str:
    if len(digits) <= point <= _FIXED_DIGITS:
        return digits.ljust(point, "0")
    if 0 < point <= _FIXED_DIGITS:
        return f"{digits[:point]}.{digits[point:]}"
    if -_FIXED_ZEROS < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{mantissa}e{point - 1:+d}"


def as_text(value: Json) -> str:
    """Write a value as JavaScript does where a string is wanted: `String(value)`."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        if "toString" in value:
            raise JsonError("Cannot convert object to primitive value")
        return "[object Object]"
    if isinstance(value, Sequence):
        return ",".join("" if item is None else as_text(item) for item in value)
    if isinstance(value, (int, Number)) and not isinstance(value, bool):
        rounded = double(value)
        return double_text(rounded) if math.isfinite(rounded) else "Infinity" if rounded > 0 else "-Infinity"
    return {None: "null", True: "true", False: "false"}[value]


def utf16(text: str) -> bytes:
    """Give the sort key of a string in UTF-16 code units, the order of JavaScript's `<`."""
    return text.encode("utf-16-be", "surrogatepass")


def is_array_index(key: str) -> bool:
    """Tell a key that an object puts first, in numeric order: `0` to `4294967294`."""
    return _INDEX.fullmatch(key) is not None and int(key) <= _LAST_INDEX


def property_order(keys: Iterable[str]) -> list[str]:
    """Put array indices first and in numeric order, the others after them as they came."""
    keys = list(keys)
    indices = sorted((key for key in keys if is_array_index(key)), key=int)
    return [*indices, *(key for key in keys if not is_array_index(key))] if indices else keys


def sorted_members(value: JsonObject) -> list[tuple[str, Json]]:
    """List members as an object rebuilt from keys in UTF-16 order lists them."""
    return [(key, value[key]) for key in property_order(sorted(value, key=utf16))]


def inserted_members(value: JsonObject) -> list[tuple[str, Json]]:
    """List members as an object lists those that were put into it in this order."""
    return [(key, value[key]) for key in property_order(value)]


STRINGIFY = Dialect(members=inserted_members, number=number)
"""`JSON.stringify` of a parsed value."""


def write(value: Json, dialect: Dialect, indent: str = "") -> str:
    """Write JSON text; `indent` is one level of it, or nothing for one line without spaces."""
    pieces: list[str] = []
    _Writer(dialect, indent, pieces.append).write(value, "\n" if indent else "")
    return escape_lone("".join(pieces))


@dataclass(frozen=True, slots=True)
class _Writer:
    dialect: Dialect
    indent: str
    put: Callable[[str], Any]

    def write(self, value: Json, newline: str) -> None:
        if isinstance(value, str):
            self.put(self.dialect.string(value))
        elif value is None:
            self.put("null")
        elif isinstance(value, bool):
            self.put("true" if value else "false")
        elif isinstance(value, (int, Number)):
            self.put(self.dialect.number(value))
        elif isinstance(value, Sequence):
            self._array(value, newline)
        else:
            self._object(value, newline)

    def _array(self, items: Sequence[Json], newline: str) -> None:
        inner = newline + self.indent
        separator = "[" + inner
        for item in items:
            self.put(separator)
            self.write(item, inner)
            separator = "," + inner
        self.put(newline + "]" if items else "[]")

    def _object(self, value: JsonObject, newline: str) -> None:
        inner = newline + self.indent
        colon = ": " if self.indent else ":"
        separator = "{" + inner
        empty = True
        for key, child in self.dialect.members(value):
            self.put(separator + self.dialect.string(key) + colon)
            self.write(child, inner)
            separator, empty = "," + inner, False
        self.put("{}" if empty else newline + "}")
