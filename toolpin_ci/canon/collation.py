"""Orders ASCII strings as `localeCompare` does in English: CLDR root collation."""

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


class CollationError(ToolpinError):
    """Names whose order depends on a collation that we do not reproduce."""


def locale_key(text: str) -> tuple[str, str]:
    """Give a key that sorts as `localeCompare`: letters first, case only between equals."""
    if not text.isascii():
        message = "the order of names outside ASCII depends on the locale of the machine that hashed them"
        raise CollationError(message, advice="rely on toolSurfaceHash, whose order is the same everywhere")
    return text.translate(_PRIMARY), text.translate(_CASE)
