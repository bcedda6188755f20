"""A file of the repository, parsed, that can still say on which line something stands."""

import json
import re
from collections.abc import Callable, Mapping

from toolpin_ci.canon.locate import find, members, nearest_line, second_key
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import decode, parse
from toolpin_ci.canon.wording import quoted
from toolpin_ci.discover.jsonc import plain_json
from toolpin_ci.errors import JsonError, UsageError
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.limits import CONFIG_BYTES
from toolpin_ci.ports import Tree
from toolpin_ci.values import dataclass

Line = Callable[[tuple[str, ...]], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A parsed file and a way to find the line of what a path of keys leads to."""

    file: str
    value: Json
    line: Line
    lines: Callable[[tuple[str, ...]], Mapping[str, int]]
    """The lines of all members of the object that a path leads to, found in one pass."""

    def wrong(self, path: tuple[str, ...], message: str) -> UsageError:
        """Say what is wrong with a member, and where that is."""
        line = self.line(path)
        place = f"{self.file}:{line}" if line else f"{self.file}: at {quoted(join(*path))}"
        return UsageError(f"{place}: {message}")


def read_json(tree: Tree, file: str) -> Document | None:
    """Read a JSON file, which may have comments and trailing commas; None where there is none."""
    raw = _bounded(tree, file)
    if raw is None:
        return None
    text = ""
    try:
        text = plain_json(decode(raw))
        value = parse(text)
    except JsonError as error:
        raise UsageError(f"{_place(file, error, text)}: not JSON: {error.message}") from error
    return json_document(file, text, value)


def json_document(file: str, text: str, value: Json) -> Document:
    """Join a parsed JSON text with its places."""
    return Document(
        file=file,
        value=value,
        line=lambda path: nearest_line(text, join(*path)),
        lines=lambda path: _member_lines(text, path),
    )


def _member_lines(text: str, path: tuple[str, ...]) -> Mapping[str, int]:
    found = find(text, join(*path))
    lines: dict[str, int] = {}
    line, index = 1, 0
    for member in members(text, found.start) if found else ():
        line += text.count("\n", index, member.key_start)
        index = member.key_start
        lines[member.key] = line
    return lines


def _place(file: str, error: JsonError, text: str) -> str:
    if error.line:
        return f"{file}:{error.line}:{error.column}"
    key = re.match(r'the key "(.*)" stands twice', error.message)
    line = second_key(text, key[1]) if key and _is_json(text) else 0
    return f"{file}:{line}" if line else file


def _is_json(text: str) -> bool:
    """Tell whether the text is whole apart from keys that stand twice; only then it can be searched."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_toml(tree: Tree, file: str) -> Document | None:
    """Read a TOML file; None where there is none."""
    import tomllib  # noqa: PLC0415 - only a repository with such a file pays for it

    raw = _bounded(tree, file)
    if raw is None:
        return None
    try:
        text = decode(raw)
    except JsonError as error:
        raise UsageError(f"{file}:{error.line}:{error.column}: {error.message}") from error
    try:
        value: Json = tomllib.loads(text)
    except RecursionError as error:
        raise UsageError(f"{file}: not TOML that we read: nested too deeply") from error
    except ValueError as error:
        raise UsageError(f"{file}: not TOML: {quoted(str(error))}") from error
    heads = _toml_heads(text)
    return Document(
        file=file,
        value=value,
        line=lambda path: _toml_line(heads, path),
        lines=lambda path: _toml_lines(heads, path),
    )


def _toml_heads(text: str) -> Mapping[str, int]:
    """Give the line of each table's heading, without spaces and quotes."""
    heads: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("["):
            heads.setdefault(re.sub(r"[\s\"']", "", line.partition("#")[0]), number)
    return heads


def _toml_line(heads: Mapping[str, int], path: tuple[str, ...]) -> int:
    """Find the line of the nearest table around a path; 0 where it is written in another way."""
    found = (heads.get(f"[{'.'.join(path[:end])}]", 0) for end in range(len(path), 0, -1))
    return next(filter(None, found), 0)


def _toml_lines(heads: Mapping[str, int], path: tuple[str, ...]) -> Mapping[str, int]:
    prefix = f"[{'.'.join(path)}."
    return {head[len(prefix) : -1]: line for head, line in heads.items() if head.startswith(prefix)}


def _bounded(tree: Tree, file: str) -> bytes | None:
    raw = tree.read(file)
    if raw is not None and len(raw) > CONFIG_BYTES:
        raise UsageError(f"{file}: larger than {CONFIG_BYTES} bytes (CONFIG_BYTES), the most that is read")
    return raw
