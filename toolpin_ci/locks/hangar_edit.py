"""Changes single members of a YAML text where they stand: every other byte stays as it is."""

import json
import re
from collections.abc import Iterator, Mapping

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.hangar_yaml import TITLE, compose, key_of, pair
from toolpin_ci.values import dataclass

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*", re.ASCII)
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_NUMBER = re.compile(r"[0-9][0-9_]*(e[0-9]+)?", re.ASCII)
_STEP = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the text, and what stands there afterwards."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterator[Edit]) -> str:
    """Make all edits, which must not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def at(text: str, path: tuple[str, ...]) -> tuple[Node, Node]:
    """Find the nodes of a member's key and value; one that an alias shares with others is not touched."""
    node = compose(text)
    found: tuple[Node, Node] | None = None
    for key in path:
        found = pair(node, key)
        if found is None or found[1].start_mark.index < found[0].start_mark.index:
            raise _shared(path)
        node = found[1]
    if found is None:
        raise LockfileError(f"{TITLE}: nothing to change was named")
    return found


def _shared(path: tuple[str, ...]) -> LockfileError:
    return LockfileError(
        f"{TITLE}: {'.'.join(path)} is not written in one place of its own",
        advice="write it out where it belongs, without an alias or a merge key, and lock again",
    )


def with_scalar(text: str, path: tuple[str, ...], value: str) -> str:
    """Replace one scalar, in the quotes that it has."""
    return applied(text, iter((_value(text, at(text, path)[1], value),)))


def with_members(text: str, path: tuple[str, ...], wanted: Mapping[str, str]) -> str:
    """Give a mapping of texts these members: those that stay keep their place, new ones come last."""
    key, node = at(text, path)
    if isinstance(node, ScalarNode) and not node.value:
        return applied(text, _filled(text, key, wanted))
    if not isinstance(node, MappingNode):
        raise LockfileError(f"{TITLE}: {'.'.join(path)} is not a mapping")
    if any(
        value.start_mark.index < name.start_mark.index or key_of(name) == "<<" for name, value in node.value
    ):
        raise _shared(path)
    if not node.flow_style and not wanted:
        return applied(text, _emptied(text, key, node))
    edits = _flow(text, node, wanted) if node.flow_style else _block(text, node, wanted)
    return applied(text, edits)


def _value(text: str, node: Node, value: str) -> Edit:
    start, end = node.start_mark.index, node.end_mark.index
    quote = text[start] if text[start] in "\"'" else ""
    return Edit(start, end, f"{quote}{value}{quote}" if quote else _scalar(value))


def _scalar(value: str) -> str:
    """Write a digest so that nobody reads it as a number."""
    return f'"{value}"' if _NUMBER.fullmatch(value) else value


def _member(name: str, value: str) -> str:
    plain = _PLAIN.fullmatch(name) and name.lower() not in _WORDS
    return f"{name if plain else json.dumps(name)}: {_scalar(value)}"


def _added(node: MappingNode, wanted: Mapping[str, str]) -> list[str]:
    known = {key_of(name) for name, _ in node.value}
    return sorted(name for name in wanted if name not in known)


def _changed(text: str, node: MappingNode, wanted: Mapping[str, str]) -> Iterator[Edit]:
    for name, value in node.value:
        new = wanted.get(key_of(name))
        if new is not None and new != value.value:
            yield _value(text, value, new)


def _block(text: str, node: MappingNode, wanted: Mapping[str, str]) -> Iterator[Edit]:
    yield from _changed(text, node, wanted)
    for name, value in node.value:
        if key_of(name) not in wanted:
            yield _lines_of(text, name, value)
    first = node.value[0][0]
    new = [" " * first.start_mark.column + _member(name, wanted[name]) for name in _added(node, wanted)]
    kept = [value for name, value in node.value if key_of(name) in wanted]
    if kept:
        yield from _inserted(text, _end(kept[-1]), new)
    else:
        start = text.rfind("\n", 0, first.start_mark.index) + 1
        mark = "\r\n" if "\r\n" in text else "\n"
        yield Edit(start, start, "".join(row + mark for row in new))


def _inserted(text: str, index: int, rows: list[str]) -> Iterator[Edit]:
    """Put lines behind the one that holds this place."""
    stop = text.find("\n", index)
    end = len(text) if stop < 0 else stop
    mark = "\r\n" if end and text[end - 1] == "\r" else "\n"
    place = end - 1 if mark == "\r\n" else end
    if rows:
        yield Edit(place, place, "".join(mark + row for row in rows))


def _end(node: Node) -> int:
    """Give the last place of a value, not of the space behind it."""
    while isinstance(node, (MappingNode, SequenceNode)) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(node, MappingNode) else last
    index: int = node.end_mark.index
    return max(index - 1, 0)


def _lines_of(text: str, name: Node, value: Node) -> Edit:
    start = text.rfind("\n", 0, name.start_mark.index) + 1
    if text[start : name.start_mark.index].strip():
        raise LockfileError(f"{TITLE}: line {name.start_mark.line + 1} holds more than one pin")
    stop = text.find("\n", _end(value))
    return Edit(start, len(text) if stop < 0 else stop + 1, "")


def _emptied(text: str, key: Node, node: MappingNode) -> Iterator[Edit]:
    colon = text.index(":", key.end_mark.index) + 1
    yield Edit(colon, colon, " {}")
    for name, value in node.value:
        yield _lines_of(text, name, value)


def _filled(text: str, key: Node, wanted: Mapping[str, str]) -> Iterator[Edit]:
    indent = " " * (key.start_mark.column + _STEP)
    rows = [indent + _member(name, wanted[name]) for name in sorted(wanted)]
    return _inserted(text, key.end_mark.index, rows)


def _flow(text: str, node: MappingNode, wanted: Mapping[str, str]) -> Iterator[Edit]:
    pairs = [
        (key_of(name) in wanted, name.start_mark.index, value.end_mark.index) for name, value in node.value
    ]
    opening, closing = node.start_mark.index + 1, node.end_mark.index - 1
    yield from _changed(text, node, wanted)
    yield from _dropped(pairs)
    kept = [end for stays, _, end in pairs if stays]
    lead = text[opening : pairs[0][1]] if pairs else ""
    lead = lead if lead.strip() == "" else " "
    quoted = bool(pairs) and text[pairs[0][1]] == '"'
    new = [_flow_member(name, wanted[name], quoted=quoted) for name in _added(node, wanted)]
    if kept and new:
        yield Edit(kept[-1], kept[-1], "".join("," + (lead or " ") + row for row in new))
    elif new:
        place = pairs[-1][2] if pairs else closing
        yield Edit(place, place, ", ".join(new))


def _flow_member(name: str, value: str, *, quoted: bool) -> str:
    return f'{json.dumps(name)}: "{value}"' if quoted else _member(name, value)


def _dropped(pairs: list[tuple[bool, int, int]]) -> Iterator[Edit]:
    """Take out runs of members with the commas that they no longer need."""
    number = 0
    while number < len(pairs):
        first = number
        while number < len(pairs) and not pairs[number][0]:
            number += 1
        if number > first:
            start = pairs[first][1]
            if number < len(pairs):
                yield Edit(start, pairs[number][1], "")
            else:
                yield Edit(pairs[first - 1][2] if first else start, pairs[number - 1][2], "")
        number += 1
