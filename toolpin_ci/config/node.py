"""Values of a YAML text that still know where they stand."""

import re
from collections.abc import Mapping
from typing import TypeAlias

from toolpin_ci.values import dataclass, field

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_DIGITS = 40
"""A longer number is no setting of ours: it is read as text, and so refused where a number is wanted."""

Plain: TypeAlias = bool | int | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place in a file; lines and columns start at 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A single value; `bare` ones stand without quotes and may be more than text."""

    mark: Mark
    text: str
    bare: bool
    size: int = 1

    @property
    def value(self) -> Plain:
        """Read the text by the core schema of YAML 1.2."""
        if not self.bare or len(self.text) > _DIGITS:
            return self.text
        if self.text in _NULL:
            return None
        if self.text in _BOOL:
            return _BOOL[self.text]
        return _number(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A list."""

    mark: Mark
    items: tuple["Node", ...]
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One key of a table and what it holds."""

    key: Scalar
    value: "Node"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A mapping whose keys are text."""

    mark: Mark
    members: Mapping[str, Member] = field(default_factory=dict)
    size: int = 1


Node: TypeAlias = Scalar | Items | Table


def _number(text: str) -> int | float | str:
    if _INT.fullmatch(text):
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if _FLOAT.fullmatch(text):
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


def kind(node: Node) -> str:
    """Say in plain words what stands there."""
    match node:
        case Table():
            return "a mapping"
        case Items():
            return "a list"
        case Scalar():
            return _scalar_kind(node)


def _scalar_kind(scalar: Scalar) -> str:
    match scalar.value:
        case None:
            return "nothing"
        case bool():
            return f"the truth value {scalar.text}"
        case int() | float():
            return f"the number {scalar.text}"
        case _:
            return "text"
