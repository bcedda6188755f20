"""Reads a YAML text as MCP Hangar does, and finds where in it something stands."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from toolpin_ci.canon.pointer import split
from toolpin_ci.canon.wording import on_one_line
from toolpin_ci.errors import LockfileError
from toolpin_ci.model.jsonvalue import Json, Number

TITLE = "MCP Hangar configuration"
_MOST = 200_000
"""Values of one document, aliases written out."""
_TRUE = ("yes", "true", "on")
_ALSO_TRUTHS = tuple((word, word.capitalize(), word.upper()) for word in ("yes", "no", "on", "off"))
_TRUTHS = re.compile(f"(?:{'|'.join(word for words in _ALSO_TRUTHS for word in words)})$")
"""Words that are truths to Hangar's reader and texts to ours."""


def _yaml() -> YAML:
    yaml = YAML(typ="safe", pure=True)
    resolver = yaml.resolver
    known = resolver.versioned_resolver  # filled by being read
    for first in {word[0] for words in _ALSO_TRUTHS for word in words}:
        known.setdefault(first, []).insert(0, ("tag:yaml.org,2002:bool", _TRUTHS))
    return yaml


def load(text: str) -> Json:
    """Give the one document of a text; raise `LockfileError` with the line of what is wrong."""
    try:
        return _Plain()(_yaml().load(text))
    except RecursionError as error:
        raise LockfileError(f"{TITLE}: nested too deeply") from error
    except (YAMLError, ValueError) as error:
        raise _wrong(error) from error


def compose(text: str) -> Node | None:
    """Give the nodes of a text, which know their places."""
    try:
        found: Node | None = _yaml().compose(text)
    except RecursionError as error:
        raise LockfileError(f"{TITLE}: nested too deeply") from error
    except (YAMLError, ValueError) as error:
        raise _wrong(error) from error
    return found


def _wrong(error: Exception) -> LockfileError:
    mark = getattr(error, "problem_mark", None)
    place = f"line {mark.line + 1}: " if mark is not None else ""
    return LockfileError(f"{TITLE}: {place}{on_one_line(str(getattr(error, 'problem', None) or error))}")


class _Plain:
    """Turns what the reader built into JSON values, with an end to what aliases can multiply."""

    def __init__(self) -> None:
        self._left = _MOST

    def __call__(self, value: Any) -> Json:  # noqa: ANN401 - the reader's own types
        self._left -= 1
        if self._left < 0:
            raise LockfileError(f"{TITLE}: more than {_MOST:,} values, aliases written out")
        if isinstance(value, Mapping):
            return {str(key): self(child) for key, child in value.items()}
        if isinstance(value, (list, tuple, set, frozenset)):
            return [self(child) for child in value]
        if value is None or isinstance(value, (bool, int)):
            return value
        if isinstance(value, float):
            return Number(repr(value)) if value - value == 0 else str(value)
        return str(value)


def key_of(node: Node) -> str:
    """Give a key as Hangar reads it: every key becomes a text."""
    kind = str(node.tag).rpartition(":")[2]
    if kind == "bool":
        return str(str(node.value).lower() in _TRUE)
    return "None" if kind == "null" else str(node.value)


def pair(node: Node | None, key: str) -> tuple[Node, Node] | None:
    """Find a member of a mapping: the nodes of its key and of its value."""
    pairs = node.value if isinstance(node, MappingNode) else ()
    return next(((name, value) for name, value in pairs if key_of(name) == key), None)


def lines(text: str) -> Callable[[str], int]:
    """Give the line of what a pointer points at, or of the nearest thing around it."""
    top = compose(text)

    def line(pointer: str) -> int:
        node, found = top, 1
        for token in split(pointer):
            member = pair(node, token)
            if member is not None:
                found, node = member[0].start_mark.line + 1, member[1]
            elif isinstance(node, SequenceNode) and token.isdecimal() and int(token) < len(node.value):
                node = node.value[int(token)]
                found = node.start_mark.line + 1
            else:
                break
        return found

    return line
