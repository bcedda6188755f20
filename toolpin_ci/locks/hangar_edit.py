"""Changes the pins of a YAML file line by line, so that spacing, quotes and comments around them survive."""

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*", re.ASCII)
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_VALUE = re.compile(r"(\"[^\"\\]*\"|'[^']*'|[^\s#\"']+)(?=\s*(?:#.*)?$)")


def with_lines(text: str, projection: Any, wanted: Mapping[str, str]) -> str | None:  # noqa: ANN401
    """Give the text with these pins, or None where the pins do not stand on lines of their own."""
    found = projection.get("pins")
    if not isinstance(found, Mapping) or not found or found.fa.flow_style() or not wanted:  # type: ignore[attr-defined]
        return None
    lines = text.splitlines(keepends=True)
    places = {str(name): found.lc.key(name) for name in found}  # type: ignore[attr-defined]
    if any(not _stands_alone(lines[row], column) for row, column in places.values()):
        return None
    changed = {
        row: _renewed(lines[row], str(found[name]), wanted.get(name)) for name, (row, _) in places.items()
    }
    if None in changed.values():
        return None
    added = [name for name in wanted if name not in places]
    last, column = max(places.values())
    return _joined(lines, changed, (last, [" " * column + f"{_key(name)}: {wanted[name]}" for name in added]))


def _stands_alone(line: str, column: int) -> bool:
    return not line[:column].strip() and ":" in line


def _renewed(line: str, old: str, new: str | None) -> str | None:
    """Replace the value at the end of a line; a pin that is gone leaves nothing."""
    if new is None:
        return ""
    if old == new:
        return line
    body = line.rstrip("\r\n")
    match = _VALUE.search(body)
    if match is None or match[0].strip("\"'") != old:
        return None
    quote = match[0][0] if match[0][0] in "\"'" else ""
    return body[: match.start()] + quote + new + quote + body[match.end() :] + line[len(body) :]


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) and name.lower() not in _WORDS else json.dumps(name)


def _joined(lines: list[str], changed: Mapping[int, str | None], added: tuple[int, list[str]]) -> str:
    last, rows = added
    end = "\r\n" if lines[last].endswith("\r\n") else "\n"
    out = []
    for row, line in enumerate(lines):
        piece = changed.get(row, line) or ""
        if row == last and rows:
            piece += "" if not piece or piece.endswith("\n") else end
            piece += "".join(text + end for text in rows)
        out.append(piece)
    return "".join(out)
