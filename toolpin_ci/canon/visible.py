"""Makes characters visible that a reader cannot see, and names those that pretend to be others."""

import re
from collections.abc import Iterator

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_TAGS = re.compile("[\U000e0020-\U000e007e]{2,}")
_PLAIN = re.compile(r"[\t\n\r\x20-\x7e]*")
_WORD = re.compile(r"[^\W_]+")
_WIDE_SPACE = re.compile("[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\x85]")
_JOINERS = "\u200c\u200d"
_JOINED = re.compile("[\u0600-\u0dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")
_MARKS = "\u200e\u200f\u061c\u2066\u2067\u2068\u2069"
_NEAR = 40  # characters within which a direction mark belongs to a script that is read from the right
_FROM_RIGHT = re.compile("[\u0590-\u08ff]")
_EMOJI_MARKS = "\ufe0e\ufe0f"
_MONGOLIAN = re.compile("[\u1820-\u18aa][\u180b-\u180f]")
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
_FLAG_LENGTH = 8
_PICTURE = re.compile("[#*0-9\u00a9\u00ae\u2010-\u32ff\U0001f000-\U0001faff]")
_TAG_BASE = 0xE0000

_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ALIKE = str.maketrans(
    # Cyrillic, Greek, then Armenian, Cherokee and others that fonts draw as Latin letters.
    (
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b"
        "\u051d\u04cf\u0432\u043a\u043c\u043d\u0442\u044c\u0410\u0412\u0415\u041a\u041c"
        "\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u04ae\u051c\u051a"
        "\u03bf\u03b1\u03c1\u03bd\u03ba\u03b9\u03c5\u03c7\u03c9\u0391\u0392\u0395\u0396"
        "\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
        "\u0585\u057d\u0578\u0570\u0581\u0475\u1d0f\u0261\u01c0\u217c\u2170\ua4e2"
        "\ua4d1\ua4f0"
    ),
    "aeopcyxijshdqwlbkmhtbABEKMHOPCTXIJSYWQ" + "oapvkiuxwABEZHIKMNOPTYX" + "ounhgvogllispe",
)
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_MATHS = {0x1D400 + number: ord(_LATIN[number % len(_LATIN)]) for number in range(13 * len(_LATIN))}
_LETTERS = {**_FULL_WIDTH, **_MATHS, **_ALIKE}
_OVERLOOKED = str.maketrans("01\u0131", "oli")


def is_plain(text: str) -> bool:
    """Tell whether a text has nothing but printable ASCII, tabs and line ends."""
    return text.isascii() and _PLAIN.fullmatch(text) is not None


def hidden(text: str) -> tuple[str, ...]:
    """Give the characters, in order, that take part in the text and cannot be seen in it."""
    if is_plain(text):
        return ()
    return tuple(match[0] for match in _HIDDEN.finditer(text) if not _is_fair(text, match.start()))


def without_hidden(text: str) -> str:
    """Give the text as a reader sees it."""
    if is_plain(text):
        return text
    return _HIDDEN.sub(lambda match: match[0] if _is_fair(text, match.start()) else "", text)


def _is_fair(text: str, index: int) -> bool:
    """Tell whether a character belongs there, or marks a direction near a script that needs it."""
    if text[index] in _MARKS:
        return _FROM_RIGHT.search(text[max(0, index - _NEAR) : index + _NEAR]) is not None
    return _belongs(text, index)


def _belongs(text: str, index: int) -> bool:
    """Tell whether scripts or emoji need this character where it stands."""
    char, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if char in _JOINERS:
        return _JOINED.match(before) is not None and _JOINED.match(after) is not None
    if char in _EMOJI_MARKS:
        return _PICTURE.match(before) is not None
    return _MONGOLIAN.match(before + char) is not None or _in_flag(text, index)


def _in_flag(text: str, index: int) -> bool:
    """Tell whether a tag character spells the region of a flag."""
    start = text.rfind("\U0001f3f4", max(0, index - _FLAG_LENGTH), index)
    flag = _FLAG.match(text, start) if start >= 0 else None
    return flag is not None and flag.end() > index


def name_of(char: str) -> str:
    """Name a character by its number and, where it has one, its Unicode name."""
    import unicodedata  # noqa: PLC0415 - a megabyte that only unusual text needs

    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".rstrip()


def visible(text: str) -> str:
    """Write a text so that nothing in it is invisible: hidden characters are named between ⟦ and ⟧."""
    if is_plain(text):
        return text
    text = _TAGS.sub(lambda match: match[0] if _in_flag(text, match.start()) else _spelled(match[0]), text)
    text = "".join(_show_word(part) for part in _words_and_gaps(text))
    text = _WIDE_SPACE.sub(lambda match: f"⟦{name_of(match[0])}⟧", text)
    return _HIDDEN.sub(_show_hidden, text)


def _show_hidden(match: re.Match[str]) -> str:
    return match[0] if _belongs(match.string, match.start()) else f"⟦{name_of(match[0])}⟧"


def _spelled(tags: str) -> str:
    letters = "".join(chr(ord(char) - _TAG_BASE) for char in tags)
    return f"⟦{len(letters)} TAG CHARACTERS: {letters}⟧"


def _words_and_gaps(text: str) -> Iterator[str]:
    end = 0
    for match in _WORD.finditer(text):
        yield text[end : match.start()]
        yield match[0]
        end = match.end()
    yield text[end:]


def _show_word(word: str) -> str:
    if word.isascii() or not is_disguised(word):
        return word
    return "".join(f"{char}⟦{name_of(char)}⟧" if ord(char) in _LETTERS else char for char in word)


def is_disguised(word: str) -> bool:
    """Tell whether letters that look Latin stand among real Latin letters, or in their mathematical forms."""
    if word.isascii():
        return False
    alike = [char for char in word if ord(char) in _LETTERS]
    if not alike:
        return False
    rest = [char for char in word if char.isalpha() and ord(char) not in _LETTERS]
    styled = any(ord(char) in _FULL_WIDTH or ord(char) in _MATHS for char in alike)
    return styled or (bool(rest) and all(char.isascii() for char in rest))


def disguised_words(text: str) -> frozenset[str]:
    """Give the words whose letters are not all what they look like."""
    if text.isascii():
        return frozenset()
    return frozenset(word for word in _WORD.findall(text) if is_disguised(word))


def look(text: str) -> str:
    """Fold letters that look alike, and drop what cannot be seen; letter case stays."""
    return without_hidden(text).translate(_LETTERS) if not is_plain(text) else text


def name_look(name: str) -> str:
    """Fold a name to what a hurried reader takes it for: letter case, accents' spelling, 0 and o, 1 and l."""
    return normal(look(name), "NFKC").casefold().translate(_OVERLOOKED)


def normal(text: str, form: str = "NFC") -> str:
    """Give the Unicode normal form; ASCII is its own."""
    if text.isascii():
        return text
    import unicodedata  # noqa: PLC0415 - a megabyte that only unusual text needs

    return unicodedata.normalize(form, text)  # type: ignore[arg-type]
