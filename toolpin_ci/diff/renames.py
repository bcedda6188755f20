"""Finds what has another name now: the same or nearly the same body under a name that was not there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from toolpin_ci.canon.text import canonical
from toolpin_ci.canon.visible import name_look
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.values import dataclass

_WORDS = re.compile(r"[^\W_]+")
_PAIRS = 20_000  # past this many candidates only equal bodies and look-alike names are tried
_NEAR = 60  # percent
_TEXT = 4_000  # characters of a text that are compared

Bodies = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class _Features:
    """What a body is recognised by."""

    name: frozenset[str]
    text: frozenset[str]
    shape: frozenset[str]


def match_items(gone: Bodies, come: Bodies) -> dict[str, str]:
    """Pair old names with new ones: names that look alike, then equal bodies, then near ones."""
    return _Matching(gone, come).by(_look).by_body().by_likeness().found


def match_members(gone: Bodies, come: Bodies) -> dict[str, str]:
    """Pair old parameters with new ones: names that look alike, equal bodies, descriptions or limits."""
    return _Matching(gone, come).by(_look).by_body().by(_said).by(_limits).found


def is_alike(one: str, other: str) -> bool:
    """Tell whether two names differ only in what a reader overlooks, letter case aside."""
    return name_look(one) == name_look(other) and one.casefold() != other.casefold()


def by_look(names: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Index names by what they look like."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        found.setdefault(name_look(name), []).append(name)
    return found


def twin(name: str, looks: Mapping[str, Sequence[str]]) -> str | None:
    """Find another name that looks like this one."""
    return next((other for other in looks[name_look(name)] if is_alike(name, other)), None)


def _look(name: str, _: Json) -> str:
    return name_look(name)


def _said(name: str, body: Json) -> str:
    return _description(body) or f"\0{name}"


def _limits(name: str, body: Json) -> str:
    """Recognise a parameter by its limits, where they are more than a type."""
    words = ("title", "description", "default", "examples")
    limits = (
        {key: value for key, value in body.items() if key not in words} if isinstance(body, Mapping) else {}
    )
    return canonical(limits) if len(limits) > 1 else f"\0{name}"


class _Matching:
    """Names that are still without a partner, and the pairs found so far."""

    def __init__(self, gone: Bodies, come: Bodies) -> None:
        self.gone = dict(gone)
        self.come = dict(come)
        self.found: dict[str, str] = {}

    def _pair(self, old: str, new: str) -> None:
        self.found[old] = new
        del self.gone[old], self.come[new]

    def by(self, sign: Callable[[str, Json], str]) -> "_Matching":
        """Pair names whose sign is the same and stands once on each side."""
        left, right = (
            (_unique(sign, side) for side in (self.gone, self.come)) if self._is_open() else ({}, {})
        )
        for key in sorted(left.keys() & right.keys()):
            self._pair(left[key], right[key])
        return self

    def by_body(self) -> "_Matching":
        """Pair equal bodies; where several are equal, the names decide."""
        if not self._is_open():
            return self
        left, right = (_grouped(side) for side in (self.gone, self.come))
        for key in sorted(left.keys() & right.keys()):
            self._nearest_names(left[key], right[key])
        return self

    def _nearest_names(self, old: list[str], new: list[str]) -> None:
        if len(old) == len(new) == 1:
            self._pair(old[0], new[0])
        elif len(old) * len(new) <= _PAIRS:
            self._best((_share(_words(one), _words(other)), one, other) for one in old for other in new)

    def by_likeness(self) -> "_Matching":
        """Pair bodies that are near, best first."""
        if self._is_open() and len(self.gone) * len(self.come) <= _PAIRS:
            left, right = (
                {name: _features(name, body) for name, body in side.items()}
                for side in (self.gone, self.come)
            )
            self._best(
                (_likeness(one, other), old, new) for old, one in left.items() for new, other in right.items()
            )
        return self

    def _best(self, scored: Iterator[tuple[int, str, str]]) -> None:
        near = (row for row in scored if row[0] >= _NEAR)
        for _, old, new in sorted(near, key=lambda row: (-row[0], *sorted(row[1:]))):
            if old in self.gone and new in self.come:
                self._pair(old, new)

    def _is_open(self) -> bool:
        return bool(self.gone and self.come)


def _unique(sign: Callable[[str, Json], str], side: Bodies) -> dict[str, str]:
    groups: dict[str, list[str]] = {}
    for name, body in side.items():
        groups.setdefault(sign(name, body), []).append(name)
    return {key: names[0] for key, names in groups.items() if len(names) == 1}


def _grouped(side: Bodies) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, body in side.items():
        groups.setdefault(canonical(body), []).append(name)
    return groups


def _description(body: Json) -> str:
    words = body.get("description") if isinstance(body, Mapping) else None
    return words if isinstance(words, str) else ""


def _words(text: str) -> frozenset[str]:
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text[:_TEXT])
    return frozenset(word.casefold() for word in _WORDS.findall(spaced))


def _features(name: str, body: Json) -> _Features:
    return _Features(_words(name), _words(_description(body)), frozenset(_shape(body)))


def _shape(body: Json) -> Iterator[str]:
    """Give what a body is made of beside its description: parameters with their types, and other members."""
    for member, value in body.items() if isinstance(body, Mapping) else ():
        if member in ("description", "title", "_meta", "icons"):
            continue
        properties = value.get("properties") if isinstance(value, Mapping) else None
        if isinstance(properties, Mapping):
            for name, schema in properties.items():
                kind = schema.get("type") if isinstance(schema, Mapping) else None
                yield f"{member}.{name}:{canonical(kind)}"
        else:
            yield f"{member}={canonical(value)[:_TEXT]}"


def _likeness(old: _Features, new: _Features) -> int:
    """Weigh text and shape alike, names less; what neither side has does not count."""
    rows = ((old.text, new.text, 4), (old.shape, new.shape, 4), (old.name, new.name, 2))
    weight = sum(part for one, other, part in rows if one or other)
    total = sum(_share(one, other) * part for one, other, part in rows)
    return total // weight if weight else 0


def _share(one: frozenset[str], other: frozenset[str]) -> int:
    """Give the percentage of words that two sets have in common."""
    return 100 * len(one & other) // len(one | other) if one | other else 0
