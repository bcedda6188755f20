"""Typed reading of one field: the value, or an error that names the place and what would be right."""

import math
import re
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from toolpin_ci.canon.wording import listed, quoted, suggestion
from toolpin_ci.config.node import Items, Member, Node, Scalar, Table, kind
from toolpin_ci.errors import UsageError

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
Read = Callable[[Node, str], T]
"""Reads a node; the second argument is the field's name for people."""


def wrong(node: Node, message: str, advice: str = "") -> UsageError:
    """Say what is wrong at a node, and where that is."""
    return UsageError(f"{node.mark}: {message}", advice=advice)


def table(node: Node, name: str) -> Mapping[str, Member]:
    """Read a mapping."""
    if isinstance(node, Table):
        return node.members
    raise wrong(node, f"{name} must be a mapping, and this is {kind(node)}")


def known_keys(node: Node, name: str, allowed: Collection[str]) -> Mapping[str, Member]:
    """Read a mapping that may hold these keys and no other."""
    members = table(node, name)
    for key, member in members.items():
        if key not in allowed:
            message = f"unknown key {quoted(key)} in {name}; allowed: {listed(allowed)}"
            raise wrong(member.key, message, suggestion(key, allowed))
    return members


def text(node: Node, name: str) -> str:
    """Read text that is not empty."""
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        raise wrong(node, f"{name} must be text, and this is {kind(node)}", _quoting_advice(node))
    if not node.text:
        raise wrong(node, f"{name} must not be empty")
    if _UNSENDABLE.search(node.text):
        raise wrong(node, f"{name} holds a character that no program can be given: {quoted(node.text)}")
    return node.text


def literal(node: Node, name: str) -> str:
    """Read text that may be empty where it is in quotes."""
    return "" if isinstance(node, Scalar) and not node.bare and not node.text else text(node, name)


def _quoting_advice(node: Node) -> str:
    return f'write it in quotes: "{node.text}"' if isinstance(node, Scalar) and node.text else ""


def texts(node: Node, name: str) -> tuple[str, ...]:
    """Read a list of text with at least one item."""
    if not isinstance(node, Items):
        raise wrong(node, f"{name} must be a list, and this is {kind(node)}")
    if not node.items:
        raise wrong(node, f"{name} must not be empty")
    return tuple(literal(item, f"each item of {name}") for item in node.items)


def argv(node: Node, name: str) -> tuple[str, ...]:
    """Read a command: a list of arguments, never a line for a shell."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        items = ", ".join(map(_item, node.text.split()))
        message = f"{name} must be a list of arguments, and this is text; no shell reads it"
        raise wrong(node, message, f"write {name}: [{items}]" if len(node.text) <= 200 else "")  # noqa: PLR2004
    words = texts(node, name)
    if not words[0]:
        raise wrong(node, f"{name} must start with the name of a program")
    return words


def _item(word: str) -> str:
    is_plain = all(char.isalnum() or char in "-_./@=+" for char in word) and not word.startswith(
        ("-", "@", "=")
    )
    return word if is_plain or word.lstrip("-").isalpha() else quoted(word)


def flag(node: Node, name: str) -> bool:
    """Read true or false."""
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    raise wrong(node, f"{name} must be true or false, and this is {_shown(node)}")


def seconds(node: Node, name: str) -> float:
    """Read a positive number of seconds, at most a day."""
    value = node.value if isinstance(node, Scalar) else None
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise wrong(node, f"{name} must be a number of seconds, and this is {_shown(node)}")
    if not math.isfinite(value) or not 0 < value <= 86_400:  # noqa: PLR2004 - a day
        raise wrong(node, f"{name} must be more than 0 and at most 86400 seconds, and this is {_shown(node)}")
    return float(value)


def word(node: Node, name: str, allowed: Collection[str]) -> str:
    """Read one of a few words."""
    if isinstance(node, Scalar) and node.value in allowed:
        return node.text
    near = suggestion(node.text, allowed) if isinstance(node, Scalar) else ""
    raise wrong(node, f"{name} must be one of {listed(allowed)}, and this is {_shown(node)}", near)


def choice(enum: type[E]) -> "Read[E]":
    """Make a reader of one of an enumeration's values."""
    return lambda node, name: enum(word(node, name, [member.value for member in enum]))


def _shown(node: Node) -> str:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return quoted(node.text)
    return kind(node)
