"""Finds where in a JSON text a value stands, without parsing what lies beside the way."""

import json
import re
from collections.abc import Iterator

from toolpin_ci.canon.pointer import split

_SPACE = re.compile(r"[ \t\r\n]*")
_SKIP = json.JSONDecoder()


class Member:
    """One member of an object or array in a text: its key and the spans of key and value."""

    __slots__ = ("end", "key", "key_start", "start")

    def __init__(self, key: str, key_start: int, start: int, end: int) -> None:
        """Spans are offsets into the text; `end` is one past the value."""
        self.key = key
        self.key_start = key_start
        self.start = start
        self.end = end


def after_space(text: str, index: int) -> int:
    """Skip JSON white space."""
    match = _SPACE.match(text, index)
    return match.end() if match else index


def members(text: str, start: int) -> Iterator[Member]:
    """Walk the members of the object or array that opens at `start`; the text must be valid JSON."""
    is_object = text[start] == "{"
    index = after_space(text, start + 1)
    number = 0
    while text[index] not in "]}":
        key_start = index
        key = str(number)
        if is_object:
            key, index = _SKIP.raw_decode(text, index)
            index = after_space(text, after_space(text, index) + 1)
        _, end = _SKIP.raw_decode(text, index)
        yield Member(key, key_start, index, end)
        number += 1
        index = after_space(text, end)
        if text[index] == ",":
            index = after_space(text, index + 1)


def find(text: str, pointer: str) -> Member | None:
    """Find what a pointer points at in a valid JSON text."""
    start = after_space(text, 0)
    found: Member | None = Member("", start, start, len(text))
    for token in split(pointer):
        if found is None or text[found.start] not in "{[":
            return None
        found = next((member for member in members(text, found.start) if member.key == token), None)
    return found


def line_of(text: str, index: int) -> int:
    """Give the line, from 1, of an offset."""
    return text.count("\n", 0, index) + 1


def nearest_line(text: str, pointer: str) -> int:
    """Give the line of what a pointer points at, or of the nearest thing around it that exists."""
    tokens = split(pointer)
    index = start = after_space(text, 0)
    for token in tokens:
        if start >= len(text) or text[start] not in "{[":
            break
        found = next((member for member in members(text, start) if member.key == token), None)
        if found is None:
            break
        index, start = found.key_start, found.start
    return line_of(text, index)


def second_key(text: str, key: str) -> int:
    """Give the line of the second member of that name in one object, or 0."""
    stack: list[set[str]] = []
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', text):
        token = match[0]
        if token in "{[":
            stack.append(set())
        elif token in "}]":
            stack.pop()
        elif stack and text[after_space(text, match.end()) : after_space(text, match.end()) + 1] == ":":
            name = json.loads(token)
            if name == key and name in stack[-1]:
                return line_of(text, match.start())
            stack[-1].add(name)
    return 0
