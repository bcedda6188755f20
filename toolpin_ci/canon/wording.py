"""Somebody else's words inside our own error messages: one line, bounded, nothing hidden."""

from collections.abc import Collection

_SHOWN_CHARS = 80
_LISTED = 40


def quoted(word: str) -> str:
    """Quote a word so that it can neither break the line nor hide a character."""
    cut = word if len(word) <= _SHOWN_CHARS else word[:_SHOWN_CHARS] + "…"
    return '"' + "".join(map(_visible, cut)) + '"'


def on_one_line(words: str) -> str:
    """Make words of a library, which may repeat a file's, safe to print."""
    return "".join(char if char.isprintable() else _visible(char) for char in words)


def _visible(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"  # noqa: PLR2004 - the BMP


def listed(allowed: Collection[str]) -> str:
    """List what is allowed, in the order given, bounded."""
    names = list(allowed)
    more = f", … ({len(names) - _LISTED} more)" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def suggestion(word: str, allowed: Collection[str]) -> str:
    """Ask whether the nearest allowed spelling was meant; empty where none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a run that fails pays for it

    plain = word[:_SHOWN_CHARS].strip().lower().replace("_", "-")
    near = get_close_matches(plain, list(allowed), n=1)
    return f'did you mean "{near[0]}"?' if near else ""
