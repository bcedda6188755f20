"""Chooses how one finding's old and new values are shown: as words that changed, or as lines of JSON."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.text import compact
from toolpin_ci.canon.visible import normal
from toolpin_ci.canon.words import Kind, Piece, excerpt, word_diff
from toolpin_ci.model.finding import Absent, Finding
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass

_CHANGED_CHARS = 3_000  # of one changed stretch; the rest is counted
_VALUE_CHARS = 600
_WORDY = 24  # a shorter text without a space is a value, not words
_NAMES = ("name", "uri", "uriTemplate")


@dataclass(frozen=True, slots=True)
class View:
    """What to show of one finding; both parts may be empty."""

    pieces: tuple[Piece, ...] = ()
    lines: tuple[tuple[Kind, str], ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything to show."""
        return bool(self.pieces or self.lines)


def view(finding: Finding) -> View:
    """Choose what a reader needs to see of a finding."""
    old, new = finding.old, finding.new
    if _is_told(finding):
        return View()
    if _is_text(old) and _is_text(new) and (_is_wordy(old) or _is_wordy(new)):
        return View(pieces=_words(_as_text(old), _as_text(new)))
    if isinstance(old, Absent) and isinstance(new, Mapping):
        return _whole(new, Kind.NEW)
    if isinstance(new, Absent) and isinstance(old, Mapping):
        return _whole(old, Kind.OLD)
    return View(lines=tuple(_lines(old, new)))


def _is_told(finding: Finding) -> bool:
    """Tell whether the sentence already says both values, which are short."""
    if isinstance(finding.old, bool) and isinstance(finding.new, bool):
        return True
    known = [*finding.message.args.values(), finding.subject]
    both = [value for value in (finding.old, finding.new) if not isinstance(value, Absent)]
    return all(isinstance(value, (str, int)) and not _is_wordy(value) and value in known for value in both)


def _is_text(value: Json | Absent) -> bool:
    return isinstance(value, (str, Absent))


def _is_wordy(value: Json | Absent) -> bool:
    return isinstance(value, str) and (" " in value or "\n" in value or len(value) > _WORDY)


def _as_text(value: Json | Absent) -> str:
    return value if isinstance(value, str) else ""


def _words(old: str, new: str) -> tuple[Piece, ...]:
    """Compare words; where only the spelling of accents differs, spell them out: they would look equal."""
    if old != new and normal(old) == normal(new):
        old, new = _spelled(old), _spelled(new)
    return tuple(_bounded(excerpt(word_diff(old, new))))


def _spelled(text: str) -> str:
    return "".join(char if char.isascii() else f"⟦U+{ord(char):04X}⟧" for char in text)


def _bounded(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    for piece in pieces:
        if piece.kind is Kind.GAP or len(piece.text) <= _CHANGED_CHARS:
            yield piece
        else:
            yield Piece(piece.kind, piece.text[:_CHANGED_CHARS])
            yield Piece(Kind.GAP, piece.text[_CHANGED_CHARS:])


def _whole(definition: Mapping[str, Json], kind: Kind) -> View:
    """Show a definition that came or went: its description as words, the rest member by member."""
    words = definition.get("description")
    pieces = tuple(_bounded((Piece(kind, words),))) if isinstance(words, str) and words else ()
    hidden = {*_NAMES, "description"} if pieces else set(_NAMES)
    rest = [(kind, f"{key}: {_cut(value)}") for key, value in sorted(definition.items()) if key not in hidden]
    return View(pieces=pieces, lines=tuple(rest))


def _lines(old: Json | Absent, new: Json | Absent) -> Iterator[tuple[Kind, str]]:
    if not isinstance(old, Absent):
        yield Kind.OLD, _cut(old)
    if not isinstance(new, Absent):
        yield Kind.NEW, _cut(new)


def _cut(value: Json) -> str:
    text = compact(value)
    over = len(text) - _VALUE_CHARS
    return text if over <= 0 else f"{text[:_VALUE_CHARS]}… ({over:,} more characters)"
