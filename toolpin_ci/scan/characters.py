"""Tells characters that a script or an emoji needs from those that only hide something."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

SUSPECT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_FLAG = "\U0001f3f4"
_FLAGS = frozenset(
    _FLAG + "".join(chr(0xE0000 + ord(c)) for c in name) + "\U000e007f"
    for name in ("gbeng", "gbsct", "gbwls")
)
_FLAG_LENGTH = 7
_RTL = re.compile(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_VIRAMA = frozenset(
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1baa\ua953\ua9c0"
)
_ISOLATES = "\u2066\u2067\u2068"
_POP_ISOLATE = "\u2069"
_TEXT_EMOJI = "#*0123456789\u00a9\u00ae\u203c\u2049\u2122\u2139"

Range = tuple[int, int]
_JOINED_SCRIPTS: tuple[Range, ...] = (
    (0x600, 0xDFF),
    (0x1000, 0x109F),
    (0x1780, 0x18AF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
)
_NO_SPACES: tuple[Range, ...] = (
    (0xE00, 0xEFF),
    (0xF00, 0x109F),
    (0x1780, 0x17FF),
    (0x19E0, 0x1AAF),
    (0x1B00, 0x1B7F),
    (0xA980, 0xA9DF),
    (0x3040, 0x30FF),
    (0x4E00, 0x9FFF),
)
_EMOJI: tuple[Range, ...] = (
    (0x1F000, 0x1FAFF),
    (0x2190, 0x21FF),
    (0x2300, 0x23FF),
    (0x2460, 0x27BF),
    (0x2900, 0x297F),
    (0x2B00, 0x2BFF),
    (0x3030, 0x303D),
    (0x3297, 0x3299),
)
_IDEOGRAPHS: tuple[Range, ...] = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))
_MONGOLIAN: tuple[Range, ...] = ((0x1800, 0x18AF),)
_JAMO: tuple[Range, ...] = ((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))
_BRAILLE: tuple[Range, ...] = ((0x2801, 0x28FF),)
_STANDARD_VARIANTS: tuple[Range, ...] = (
    *_IDEOGRAPHS,
    (0x2200, 0x22FF),
    (0x2A00, 0x2AFF),
    (0x1000, 0x109F),
    (0xA840, 0xA87F),
    (0x3000, 0x303F),
    (0xFF00, 0xFF60),
    (0x30, 0x30),
)


def _within(char: str, ranges: tuple[Range, ...]) -> bool:
    return bool(char) and any(low <= ord(char) <= high for low, high in ranges)


def unneeded(text: str) -> Iterator[str]:
    """Give, in order, the characters that nothing in the text needs."""
    for match in SUSPECT.finditer(text):
        if not needed(text, match.start()):
            yield match[0]


def needed(text: str, at: int) -> bool:
    """Tell whether a suspect character does its proper work where it stands."""
    char = text[at]
    for chars, rule in _PROPER:
        if char in chars:
            return rule(text, at)
    code = ord(char)
    if 0xE0020 <= code <= 0xE007F:  # noqa: PLR2004 - the block of tags
        return _in_flag(text, at)
    if 0xE0100 <= code <= 0xE01EF:  # noqa: PLR2004 - the ideographic variation selectors
        return _within(_before(text, at), _IDEOGRAPHS)
    return False


def _before(text: str, at: int) -> str:
    return text[at - 1] if at else ""


def _after(text: str, at: int) -> str:
    return text[at + 1] if at + 1 < len(text) else ""


def _joiner(text: str, at: int) -> bool:
    before, after = _before(text, at), _after(text, at)
    if before in _VIRAMA or after in _VIRAMA:
        return True
    if _within(before, _EMOJI) or before == "\ufe0f":
        return _within(after, _EMOJI)
    return _within(before, ((0x600, 0x8FF),)) and (not after.isascii() or after.isspace())


def _non_joiner(text: str, at: int) -> bool:
    before, after = _before(text, at), _after(text, at)
    return _within(before, _JOINED_SCRIPTS) and _within(after, _JOINED_SCRIPTS)


def _space(text: str, at: int) -> bool:
    return _within(_before(text, at), _NO_SPACES) and _within(_after(text, at), _NO_SPACES)


@lru_cache(maxsize=2)
def _is_rtl(text: str) -> bool:
    return _RTL.search(text) is not None


def _direction_mark(text: str, _at: int) -> bool:
    return _is_rtl(text)


def _isolate(text: str, _at: int) -> bool:
    return _is_rtl(text) and _is_balanced(text)


@lru_cache(maxsize=2)
def _is_balanced(text: str) -> bool:
    depth = 0
    for char in re.findall("[\u2066-\u2069]", text):
        depth += -1 if char == _POP_ISOLATE else 1
        if depth < 0:
            return False
    return depth == 0


def _presentation(text: str, at: int) -> bool:
    before = _before(text, at)
    return _within(before, _EMOJI) or (before != "" and before in _TEXT_EMOJI)


def _variant(text: str, at: int) -> bool:
    return _within(_before(text, at), _STANDARD_VARIANTS)


def _soft_hyphen(text: str, at: int) -> bool:
    """A hyphenation point has at least two letters on each side."""
    left, right = text[max(0, at - 2) : at], text[at + 1 : at + 3]
    return len(left) == len(right) == 2 and (left + right).isalpha()  # noqa: PLR2004 - two letters


def _in_flag(text: str, at: int) -> bool:
    start = text.rfind(_FLAG, max(0, at - _FLAG_LENGTH + 1), at)
    return start >= 0 and text[start : start + _FLAG_LENGTH] in _FLAGS


def _filler(text: str, at: int) -> bool:
    """Old Korean syllables put fillers beside real letters; two fillers are no reason for each other."""
    around = text[max(0, at - 2) : at + 3]
    return any(_within(char, _JAMO) for char in around if char not in "\u115f\u1160")


def _beside(ranges: tuple[Range, ...]) -> Callable[[str, int], bool]:
    return lambda text, at: _within(_before(text, at), ranges) or _within(_after(text, at), ranges)


_PROPER: tuple[tuple[str, Callable[[str, int], bool]], ...] = (
    ("\r", lambda text, at: _after(text, at) in ("", "\n")),
    ("\u200d", _joiner),
    ("\u200c", _non_joiner),
    ("\u200b", _space),
    ("\u2060", _space),
    ("\u200e\u200f\u061c", _direction_mark),
    (_ISOLATES + _POP_ISOLATE, _isolate),
    ("\ufe0e\ufe0f", _presentation),
    ("\ufe00\ufe01\ufe02", _variant),
    ("\u00ad", _soft_hyphen),
    ("\u180b\u180c\u180d\u180e\u180f", _beside(_MONGOLIAN)),
    ("\u115f\u1160", _filler),
    ("\u2800", _beside(_BRAILLE)),
    ("\ufeff", lambda _, at: at == 0),
)
