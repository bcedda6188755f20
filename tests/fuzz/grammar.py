"""A second reader of JSON, straight from the grammar, to hold ours to."""

import re

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"')
_ATOM = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")


def is_json(text: str) -> bool:
    """Tell whether a text is one JSON value and nothing else; without recursion, as the text may be deep."""
    at, state, stack = _skip(text, 0), "value", list[str]()
    while True:
        if state == "value":
            at, state = _value(text, at, stack)
        elif state == "key":
            found = _STRING.match(text, at)
            at = _skip(text, found.end()) if found else -1
            if at < 0 or text[at : at + 1] != ":":
                return False
            at, state = _skip(text, at + 1), "value"
        elif state == "after":
            if not stack:
                return at == len(text)
            at, state = _after(text, at, stack)
        if at < 0:
            return False


def _value(text: str, at: int, stack: list[str]) -> tuple[int, str]:
    char = text[at : at + 1]
    if char in ("{", "["):
        closing = "}" if char == "{" else "]"
        at = _skip(text, at + 1)
        if text[at : at + 1] == closing:
            return _skip(text, at + 1), "after"
        stack.append(closing)
        return at, "key" if char == "{" else "value"
    found = _STRING.match(text, at) or _ATOM.match(text, at)
    return (_skip(text, found.end()), "after") if found else (-1, "")


def _after(text: str, at: int, stack: list[str]) -> tuple[int, str]:
    char = text[at : at + 1]
    if char == ",":
        return _skip(text, at + 1), "key" if stack[-1] == "}" else "value"
    if char and char == stack[-1]:
        stack.pop()
        return _skip(text, at + 1), "after"
    return -1, ""


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
