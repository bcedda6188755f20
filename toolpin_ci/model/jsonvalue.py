"""JSON values as they were written: numbers keep their spelling."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

_PARTS = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", re.ASCII)
_PLAIN_DIGITS = 4300  # past this many digits an integer is written with an exponent


class Number:
    """A JSON number that is not a plain integer, compared by its exact decimal value."""

    __slots__ = ("canonical", "text")

    def __init__(self, text: str) -> None:
        """Take the number as it stands in the JSON text."""
        self.text = text
        self.canonical = canonical_number(text)

    def __eq__(self, other: object) -> bool:
        """Equal in value: `1.0` is `1` and `1e0`, and never `true`."""
        if isinstance(other, Number):
            return self.canonical == other.canonical
        if isinstance(other, int) and not isinstance(other, bool):
            return self.canonical == str(other)
        return NotImplemented

    def __hash__(self) -> int:
        """Agree with the integer of the same value."""
        return hash(self.canonical) if "e" in self.canonical else hash(int(self.canonical))

    def __repr__(self) -> str:
        """Show the spelling."""
        return f"Number({self.text!r})"

    def __float__(self) -> float:
        """Give the nearest double, which may be infinite."""
        return float(self.text)


Json: TypeAlias = bool | int | str | Number | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = Mapping[str, Json]


def canonical_number(text: str) -> str:
    """Spell a decimal number in the one way that its exact value has."""
    match = _PARTS.fullmatch(text)
    if match is None:
        message = f"not a JSON number: {text[:40]!r}"
        raise ValueError(message)
    sign, whole, fraction, exponent = match.groups()
    digits = (whole + (fraction or "")).lstrip("0")
    power = int(exponent or "0") - len(fraction or "")
    stripped = digits.rstrip("0")
    if not stripped:
        return "0"
    power += len(digits) - len(stripped)
    if power >= 0 and len(stripped) + power <= _PLAIN_DIGITS:
        return sign + stripped + "0" * power
    return f"{sign}{stripped}e{power}"


def is_object(value: Json) -> bool:
    """Tell a JSON object from everything else."""
    return isinstance(value, Mapping)


def same(left: Json, right: Json) -> bool:
    """Compare as JSON does: `true` is not `1`, `1.0` is `1`, key order is nothing, array order is all."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return len(left) == len(right) and all(k in right and same(v, right[k]) for k, v in left.items())
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right
