"""Gives the ways in which a disguised text can be read: what a model sees through, a rule must too."""

import re

from toolpin_ci.canon.visible import disguised_words, look, normal, without_hidden

_ACCENT = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_TYPOGRAPHY = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2011": "-", "\u00ad": "", "\u0131": "i", "\u00a0": " "}
)
_SPELLED = re.compile(r"(?<![^\W_])(?:(?:[^\W_][-._*·•|/]){3,64}|(?:[^\W_] ){4,64})[^\W_](?![^\W_])")
_SEPARATOR = re.compile(r"[-._*·•|/ ]")
_LEET_WORD = re.compile(r"\b(?=[a-zA-Z]{0,24}[01345@$7])(?=[01345@$7]{0,24}[a-zA-Z])[\w@$]{2,24}")
_LEET = tuple(str.maketrans("013457@$", f"o{one}eastas") for one in "il")
_LEET_ENOUGH = 2


def readings(text: str) -> tuple[str, ...]:
    """Give the text as a model reads it, then with look-alike letters, digits and spelled words resolved."""
    plain = fold(text)
    found = [plain]
    if not text.isascii() and disguised_words(text):
        found.append(fold(look(text)))
    if _is_leet(plain):
        found.extend(plain.translate(table) for table in _LEET)
    found.append(_SPELLED.sub(lambda match: _SEPARATOR.sub("", match[0]), plain))
    return tuple(dict.fromkeys(found))


def fold(text: str) -> str:
    """Drop what cannot be seen, accents on Latin letters and typographic spellings."""
    if text.isascii():
        return text
    shown = without_hidden(text).translate(_TYPOGRAPHY)
    return normal(_ACCENT.sub("", normal(shown, "NFKD")), "NFC")


def _is_leet(text: str) -> bool:
    found = _LEET_WORD.finditer(text)
    return sum(1 for _, _ in zip(range(_LEET_ENOUGH), found, strict=False)) == _LEET_ENOUGH
