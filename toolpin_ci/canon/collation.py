"""Orders Latin strings as `localeCompare` does in English: CLDR root collation, on three levels."""

import unicodedata

from toolpin_ci.errors import ToolpinError

_ORDER = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
_IGNORED = [*range(9), *range(0x0E, 0x20), 0x7F]
_PRIMARY: dict[int, int | None] = {
    **{ord(char): rank for rank, char in enumerate(_ORDER, 1)},
    **{ord(char.upper()): rank for rank, char in enumerate(_ORDER, 1) if char.isalpha()},
    **dict.fromkeys(_IGNORED),
}
_CASE: dict[int, int | None] = {
    **{code: int(chr(code).isupper()) for code in range(0x80)},
    **dict.fromkeys(_IGNORED),
}

# Accents in the order of their secondary weights; those in one group weigh the same.
_ACCENTS = (
    "332 313 314 301 300 306 302 30c 30a 342 308 30b 303 307 338 327 328 304 "
    "30d=30e=312=315=31a=33d=33e=33f=346=34a=34b=34c=350=351=352=357=35b=35d=35e "
    "316=317=318=319=31c=31d=31e=31f=320=329=32a=32b=32c=32f=333=33a=33b=33c=347=348=349=34d=34e=353=354"
    "=355=356=359=35a=35c=35f=362 336=337 335 305 309 30f 310 311 31b 321 322 323 324 325 326 32d 32e 330 "
    "331 334 339"
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
    return _accented_key(unicodedata.normalize("NFD", text).translate(_DECOMPOSED))


def _accented_key(text: str) -> LocaleKey:
    primary, secondary, case = [], [], []
    for char in text:
        code = ord(char)
        if code in _SECONDARY:
            secondary.append(chr(_SECONDARY[code]))
            case.append("\0")
        elif not char.isascii():
            _refuse_unknown(char)
        elif (weight := _PRIMARY[code]) is not None:
            primary.append(chr(weight))
            secondary.append(chr(_COMMON))
            case.append(chr(int(char.isupper())))
    return "".join(primary), "".join(secondary), "".join(case)


def _refuse_unknown(char: str) -> None:
    if any(first <= ord(char) <= last for first, last in _HIDDEN):
        return
    raise CollationError(
        f"where U+{ord(char):04X} stands among names depends on a collation that we do not reproduce",
        advice="rely on digests whose order is the same everywhere, such as toolSurfaceHash",
    )
