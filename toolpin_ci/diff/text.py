"""Tells how a text changed: in its words, or in what a reader does not see."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from toolpin_ci.canon.visible import disguised_words, hidden, look, name_of, normal, without_hidden
from toolpin_ci.diff.spot import Compare, Spot, Value
from toolpin_ci.model.finding import ABSENT, Absent, Action, Area, Change
from toolpin_ci.model.jsonvalue import Json

_SPACES = re.compile(r"\s{10,}")
_BLANK_LINES = 10
_BLANK_COLUMNS = 100
_NAMED = 5  # hidden characters that a change names

_ORDERS = re.compile(
    r"<\s*/?\s*(?:important|system|instructions?|secret|hidden|admin|assistant|critical)\s*>"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|other|system)\b"
    r"[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|messages?|guidelines?)\b"
    r"|\b(?:do\s+not|don't|never|must\s+not)\b[^.\n]{0,30}\b(?:tell|mention|inform|reveal|notify|alert)\b"
    r"[^.\n]{0,40}\b(?:users?|humans?|operators?|anyone)\b"
    r"|\bwithout\s+(?:telling|informing|notifying|asking|alerting)\b[^.\n]{0,20}\b(?:users?|humans?|operators?)\b"
    r"|<!--[^>]{20,}",
    re.IGNORECASE,
)


def text(aspect: str) -> Compare:
    """Compare a text that an agent or a person reads."""

    def compare(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
        yield text_change(spot, aspect, old, new)

    return compare


def text_change(spot: Spot, aspect: str, old: Value, new: Value) -> Change:
    """Give the one change that says most about two texts, either of which may be absent."""
    if isinstance(new, str) and (isinstance(old, (str, Absent)) or old is None):
        before = old if isinstance(old, str) else ""
        kind, facts = _kind(before, new, was_there=isinstance(old, str))
        if kind:
            return spot.change(f"text.{kind}", old, new, part=aspect, **facts)
    return spot.change(aspect, old, new)


def _kind(old: str, new: str, *, was_there: bool) -> tuple[str, Mapping[str, Json]]:
    kind, facts = trouble(old, new)
    if kind or not was_there:
        return kind, facts
    if without_hidden(old) == without_hidden(new):
        return "hidden-removed", {"characters": _names(_more(hidden(old), hidden(new)))}
    return _mere_form(old, new), {}


def trouble(old: str, new: str) -> tuple[str, Mapping[str, Json]]:
    """Name what is hidden or misleading in a new text and was not in the old one; empty where nothing is."""
    added = _more(hidden(new), hidden(old))
    if added or _only_moved(old, new):
        return "hidden-added", {"characters": _names(added or hidden(new))}
    if _out_of_sight(new) > _out_of_sight(old):
        return "out-of-sight", {}
    words = disguised_words(new) - disguised_words(old)
    if words or (look(old) == look(new) and _disguises(new) > _disguises(old)):
        return "look-alike", {"words": sorted(words)[:_NAMED]}
    orders = _new_orders(old, new)
    return ("instructions", {"found": orders[:_NAMED]}) if orders else ("", {})


def _disguises(words: str) -> int:
    """Count the letters that look like others."""
    return sum(one != other for one, other in zip(without_hidden(words), look(words), strict=True))


def _more(new: tuple[str, ...], old: tuple[str, ...]) -> tuple[str, ...]:
    return tuple((Counter(new) - Counter(old)).elements()) if new else ()


def _only_moved(old: str, new: str) -> bool:
    seen = hidden(new)
    return (
        bool(seen)
        and old != new
        and len(seen) == len(hidden(old))
        and without_hidden(old) == without_hidden(new)
    )


def _names(characters: tuple[str, ...]) -> list[Json]:
    return [name_of(char) for char in sorted(set(characters))[:_NAMED]]


def _out_of_sight(words: str) -> int:
    """Count the places where text follows after so much white space that nobody scrolls to it."""
    return sum(
        match.end() < len(words)
        and (match[0].count("\n") >= _BLANK_LINES or max(map(len, match[0].split("\n"))) >= _BLANK_COLUMNS)
        for match in _SPACES.finditer(words)
    )


def _new_orders(old: str, new: str) -> list[Json]:
    known = {match[0].casefold() for match in _ORDERS.finditer(old)}
    return [match[0] for match in _ORDERS.finditer(new) if match[0].casefold() not in known]


def _mere_form(old: str, new: str) -> str:
    left, right = " ".join(old.split()), " ".join(new.split())
    if left == right:
        return "layout"
    if left.casefold() == right.casefold():
        return "case"
    return "unicode-form" if normal(left) == normal(right) else ""


def troubles(changes: list[Change]) -> Iterator[Change]:
    """Point at hidden or misleading text anywhere inside what was added or replaced."""
    for change in changes:
        says_so = change.aspect.startswith("text.") or change.aspect.endswith("look-alike")
        if not says_so and not isinstance(change.new, Absent):
            yield from _troubles_of(change)


def _troubles_of(change: Change) -> Iterator[Change]:
    known = "" if isinstance(change.old, Absent) else "\n".join(words for _, words in _strings(change.old))
    spot = Spot(change.area, change.subject, change.pointer)
    name = change.facts.get("name") if change.action is Action.ADDED else None
    for place, words in (*_strings(name, spot), *_strings(change.new, spot)):
        if words in known:
            continue
        kind, facts = trouble(known, words)
        if kind and kind != "unicode-form":
            yield place.change(f"text.{kind}", ABSENT, words, part="value", **facts)


def _strings(value: Value, spot: Spot | None = None) -> Iterator[tuple[Spot, str]]:
    todo = [(spot or Spot(Area.SERVER, ""), value)]
    while todo:
        here, inner = todo.pop()
        if isinstance(inner, str):
            yield here, inner
        elif isinstance(inner, Mapping):
            for key in inner:
                yield here.at(key), key
            todo.extend((here.at(key), child) for key, child in inner.items())
        elif isinstance(inner, (list, tuple)):
            todo.extend((here.at(number), child) for number, child in enumerate(inner))
