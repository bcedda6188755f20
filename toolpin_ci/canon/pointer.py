"""JSON Pointers (RFC 6901)."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import Json


def escape(token: str | int) -> str:
    """Write one reference token."""
    return str(token).replace("~", "~0").replace("/", "~1")


def join(*tokens: str | int) -> str:
    """Write a pointer from its tokens."""
    return "".join("/" + escape(token) for token in tokens)


def split(pointer: str) -> tuple[str, ...]:
    """Read a pointer's tokens."""
    if not pointer:
        return ()
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])


def resolve(value: Json, pointer: str) -> Json:
    """Find what a pointer points at; raise `KeyError` where there is nothing."""
    for token in split(pointer):
        if isinstance(value, Mapping):
            value = value[token]
        elif isinstance(value, (list, tuple)) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
        else:
            raise KeyError(pointer)
    return value
