"""Orders strings as `localeCompare` does in English: CLDR root collation, on three levels."""

import unicodedata
from collections.abc import Iterator

from toolpin_ci.canon.collation_table import STEP, UPPER, Weights, table
from toolpin_ci.errors import ToolpinError

_ORDER = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
_IGNORED = [*range(9), *range(0x0E, 0x20), 0x7F]
_PRIMARY: dict[int, int | None] = {
    **{ord(char): rank * STEP for rank, char in enumerate(_ORDER, 1)},
    **{ord(char.upper()): rank * STEP for rank, char in enumerate(_ORDER, 1) if char.isalpha()},
    **dict.fromkeys(_IGNORED),
}
_CASE: dict[int, int | None] = {
    **{code: UPPER * chr(code).isupper() for code in range(0x80)},
    **dict.fromkeys(_IGNORED),
}

# Accents in the order of their secondary weights; those in one group weigh the same.
_ACCENTS = (
    "332 313 314 301 300 306 302 30c 30a 342 308 30b 303 307 338 327 328 304 "
    "30d=30e=312=315=31a=33d=33e=33f=346=34a=34b=34c=350=351=352=357=35b=35d=35e "
    "316=317=318=319=31c=31d=31e=31f=320=329=32a=32b=32c=32f=333=33a=33b=33c=347=348=349=34d=34e=353=354"
    "=355=356=359=35a=35c=35f=362 336=337 3099 309a 335 305 309 30f 310 311 31b 321 322 323 324 325 326 "
    "32d 32e 330 331 334 339"
)
_SHARP = 0x10FFFF  # stands for the weight between the two halves of a sharp s: heavier than any accent
_SECONDARY = {
    int(code, 16): rank for rank, group in enumerate(_ACCENTS.split(), 2) for code in group.split("=")
} | {_SHARP: 100}
_COMMON = 1
# Hidden characters that collation does not see: controls, joiners, marks of direction, variants, tags.
_HIDDEN = (
    *((0x80, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180A, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x206F), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xE0001, 0xE0001), (0xE0020, 0xE007F), (0xE0100, 0xE01EF)),
)
# Letters that have no decomposition but are collated as if they had one.
_STROKED = {"ø": "o\u0338", "Ø": "O\u0338", "đ": "d\u0335", "Đ": "D\u0335", "ħ": "h\u0335", "Ħ": "H\u0335"}
_DECOMPOSED = str.maketrans(_STROKED | {"ł": "l\u0335", "Ł": "L\u0335", "ß": f"s{chr(_SHARP)}s"})

LocaleKey = tuple[str, str, str]


class CollationError(ToolpinError):
    """Names whose order depends on a collation that we do not reproduce."""


def locale_key(text: str) -> LocaleKey:
    """Give a key that sorts as `localeCompare`: letters first, then accents, then case."""
    if text.isascii():
        primary = text.translate(_PRIMARY)
        return primary, chr(_COMMON) * len(primary), text.translate(_CASE)
    weights = [_weights(piece) for piece in _pieces(text)]
    first, second, third = ("".join(row[level] for row in weights) for level in range(3))
    return first, second, third


def _pieces(text: str) -> Iterator[str]:
    """Take letters that the collation knows whole, and everything else apart into letter and accents."""
    for char in unicodedata.normalize("NFC", text):
        if not char.isascii() and _is_beyond_latin(char) and char in table(_ORDER):
            yield char
        else:
            yield from unicodedata.normalize("NFD", char).translate(_DECOMPOSED)


def _is_beyond_latin(char: str) -> bool:
    return not unicodedata.normalize("NFD", char)[0].isascii()


def _weights(char: str) -> Weights:
    code = ord(char)
    if code in _SECONDARY:
        return "", chr(_SECONDARY[code]), "\0"
    if char.isascii():
        weight = _PRIMARY[code]
        return ("", "", "") if weight is None else (chr(weight), chr(_COMMON), chr(_CASE[code] or 0))
    if any(first <= code <= last for first, last in _HIDDEN):
        return "", "", ""
    found = table(_ORDER).get(char)
    if found is None:
        raise CollationError(
            f"where U+{code:04X} stands among names depends on a collation that we do not reproduce",
            advice="rely on digests whose order is the same everywhere, such as toolSurfaceHash",
        )
    return found
