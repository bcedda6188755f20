"""Finds and decodes the words that a text holds in another encoding."""

import base64
import binascii
import codecs
import re
import string
from collections.abc import Iterator

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}+={0,2}")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:0x|\\x)?(?:[0-9a-fA-F]{2}(?:\s|\\x|:)?){16,}+")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}[A-Za-z0-9 ]{0,2}){8,}+")
_ENTITIES = re.compile(r"(?:&#x?[0-9a-fA-F]{2,6};\s?){6,}+")
_ESCAPES = re.compile(r"(?:\\u00[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}){6,}+")
_BINARY = re.compile(r"(?<![01])(?:[01]{8}\s?){8,}+")
_BASE32 = re.compile(r"(?<![A-Za-z0-9])[A-Z2-7]{24,}+={0,6}(?![A-Za-z0-9])")
_DECIMAL = re.compile(
    r"(?<![\d.])(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[\s,;]{1,2}){12,}+(?:1[01]\d|12[0-6]|[3-9]\d)?"
)
_SPACED = re.compile(r"\b(?:[0-9a-fA-F]{2,8}[\s:,;]{1,2}){8}")
_SHORTEST = 24
_WORDS = ("decode", "decrypt", "rot13", "rot-13", "base64", "base32", "revers", "backward")
_MARKED = tuple(zip("%&\\", (_PERCENT, _ENTITIES, _ESCAPES), strict=True))
_ORDER = re.compile(
    r"\b(?:decode|decrypt|unscramble|base-?64|rot-?13|reverse)\b.{0,60}"
    r"\b(?:follow|execute|run|obey|apply|do what|act on|comply)\b"
    r"|\b(?:follow|execute|run|obey)\b.{0,60}\b(?:decoded|encoded|base-?64|rot-?13|reversed|hidden)\b",
    re.IGNORECASE | re.DOTALL,
)
_READABLE = frozenset(string.ascii_letters + string.digits + string.punctuation + " \n\t")
_MOSTLY = 0.95
_MOST_RUNS = 200
_LONGEST = 20_000
_LAYERS = 2


def looks_encoded(text: str) -> bool:
    """Tell quickly whether a text may hold something encoded."""
    lower = text.lower()
    if any(word in lower for word in _WORDS) or _SPACED.search(text):
        return True
    if any(sign in text and pattern.search(text) for sign, pattern in _MARKED):
        return True
    return max(map(len, text.split()), default=0) >= _SHORTEST and _BASE64.search(text) is not None


def orders_decoding(text: str) -> bool:
    """Tell whether the text itself says that something has to be decoded and followed."""
    return _ORDER.search(text) is not None


def decoded(text: str, depth: int = _LAYERS) -> Iterator[str]:
    """Give every readable text that is encoded in this one, also where it was encoded more than once."""
    for number, words in enumerate(_candidates(text)):
        if number >= _MOST_RUNS:
            return
        if words and _is_readable(words):
            yield words
        elif words and depth and words.isascii():
            yield from decoded(words, depth - 1)


def _candidates(text: str) -> Iterator[str]:
    for run in _BASE64.finditer(text):
        yield _from_base64(run[0][:_LONGEST])
    for run in _HEX.finditer(text):
        yield _from_hex(run[0][:_LONGEST])
    for pattern, decode in (
        (_PERCENT, _from_percent),
        (_ENTITIES, _from_entities),
        (_ESCAPES, _from_escapes),
        (_BINARY, _from_binary),
        (_BASE32, _from_base32),
        (_DECIMAL, _from_decimal),
    ):
        for run in pattern.finditer(text):
            yield decode(run[0][:_LONGEST])
    lower = text.lower()
    if "rot13" in lower or "rot-13" in lower:
        yield codecs.decode(text[:_LONGEST], "rot13")
    if "revers" in lower or "backward" in lower:
        yield text[:_LONGEST][::-1]


def _from_base64(run: str) -> str:
    plain = run.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return binascii.a2b_base64(plain + "=" * (-len(plain) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _from_hex(run: str) -> str:
    digits = re.sub(r"0x|\\x|[\s:]", "", run)
    try:
        return bytes.fromhex(digits[: len(digits) // 2 * 2]).decode("utf-8")
    except ValueError:
        return ""


def _from_percent(run: str) -> str:
    return re.sub(r"%([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), run)


def _from_entities(run: str) -> str:
    return re.sub(r"&#(x?)([0-9a-fA-F]{2,5});", _entity, run)


def _entity(match: re.Match[str]) -> str:
    try:
        return chr(int(match[2], 16 if match[1] else 10))
    except ValueError:
        return ""


def _from_escapes(run: str) -> str:
    return re.sub(r"\\(?:u00|x)([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), run)


def _from_binary(run: str) -> str:
    digits = re.sub(r"\s", "", run)
    return "".join(chr(int(digits[n : n + 8], 2)) for n in range(0, len(digits) - 7, 8))


def _from_base32(run: str) -> str:
    plain = run.rstrip("=")
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _from_decimal(run: str) -> str:
    return "".join(chr(int(number)) for number in re.findall(r"\d+", run))


def _is_readable(words: str) -> bool:
    good = sum(char in _READABLE for char in words)
    return good >= _MOSTLY * len(words) and any(char.isspace() for char in words.strip())
