"""Reads YAML 1.2 text into nodes, from the parser's events: nothing is constructed, merged or guessed."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NoReturn

from toolpin_ci.canon.wording import quoted
from toolpin_ci.config.node import Items, Mark, Member, Node, Scalar, Table, kind
from toolpin_ci.config.yamlevents import events_of
from toolpin_ci.errors import UsageError
from toolpin_ci.model.limits import YAML_ALIASES, YAML_DEPTH, YAML_NODES

if TYPE_CHECKING:
    from ruamel.yaml.events import Event


def read_yaml(text: str | bytes, file: str) -> Node | None:
    """Read one document; None where the file holds none."""
    builder = _Builder(file)
    for event in events_of(text, file):
        builder.take(event)
    return builder.root


@dataclass(slots=True, kw_only=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    mark: Mark
    anchor: str | None
    is_table: bool
    items: list[Node] = field(default_factory=list)


class _Builder:
    """Puts events together without recursion, counting as it goes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, Node] = {}
        self._aliases = 0
        self._documents = 0
        self._nodes = 0

    def take(self, event: "Event") -> None:
        """Add what one event says."""
        from ruamel.yaml import events  # noqa: PLC0415 - already loaded by whoever made the event

        match event:
            case events.DocumentStartEvent():
                self._document(event)
            case events.AliasEvent():
                self._place(self._aliased(event), None)
            case events.ScalarEvent():
                self._untagged(event)
                scalar = Scalar(mark=self._mark(event), text=event.value, bare=event.style is None)
                self._place(scalar, event.anchor)
            case events.SequenceStartEvent() | events.MappingStartEvent():
                self._start(event, is_table=isinstance(event, events.MappingStartEvent))
            case events.SequenceEndEvent() | events.MappingEndEvent():
                self._end()
            case _:
                pass

    def _mark(self, event: "Event") -> Mark:
        place = event.start_mark
        return Mark(file=self.file, line=place.line + 1, column=place.column + 1)

    def _fail(self, event: "Event", message: str, advice: str = "") -> NoReturn:
        raise UsageError(f"{self._mark(event)}: {message}", advice=advice)

    def _document(self, event: "Event") -> None:
        self._documents += 1
        if self._documents > 1:
            self._fail(event, "a second YAML document starts here; only one is allowed")

    def _untagged(self, event: "Event") -> None:
        tag = getattr(event, "ctag", None)
        if tag is not None:
            message = f"the tag {quoted(str(tag))} is not allowed"
            self._fail(event, message, 'write the value plainly; "…" in quotes is always text')

    def _start(self, event: "Event", *, is_table: bool) -> None:
        self._untagged(event)
        if len(self._open) >= YAML_DEPTH:
            self._fail(event, f"nested deeper than {YAML_DEPTH} levels (YAML_DEPTH)")
        anchor: str | None = getattr(event, "anchor", None)
        if anchor is not None:
            self._anchors.pop(anchor, None)  # until it is complete, `*anchor` inside would be a circle
        self._open.append(_Open(mark=self._mark(event), anchor=anchor, is_table=is_table))

    def _end(self) -> None:
        done = self._open.pop()
        size = 1 + sum(item.size for item in done.items)
        if done.is_table:
            members = _members(done.items)
            self._place(Table(mark=done.mark, members=members, size=size), done.anchor)
        else:
            self._place(Items(mark=done.mark, items=tuple(done.items), size=size), done.anchor)

    def _place(self, node: Node, anchor: str | None) -> None:
        if node.size > YAML_NODES or self._nodes > YAML_NODES:
            raise UsageError(f"{node.mark}: more than {YAML_NODES} values (YAML_NODES), aliases written out")
        self._nodes += 1
        if anchor is not None:
            self._anchors[anchor] = node
        if self._open:
            self._open[-1].items.append(node)
        else:
            self.root = node

    def _aliased(self, event: "Event") -> Node:
        self._aliases += 1
        if self._aliases > YAML_ALIASES:
            self._fail(event, f"more than {YAML_ALIASES} aliases (YAML_ALIASES)")
        name = str(getattr(event, "anchor", ""))
        if name not in self._anchors:
            self._fail(event, f"the alias {quoted('*' + name)} refers to itself or to nothing before it")
        return self._anchors[name]


def _members(flat: list[Node]) -> dict[str, Member]:
    found: dict[str, Member] = {}
    for key, value in zip(flat[::2], flat[1::2], strict=True):
        name = _key(key)
        if name.text in found:
            first = found[name.text].key.mark.line
            raise UsageError(f"{name.mark}: the key {quoted(name.text)} already stands in line {first}")
        found[name.text] = Member(key=name, value=_placed(value, name))
    return found


def _placed(value: Node, key: Scalar) -> Node:
    """Let a value that is not written stand where its key stands, and not at whatever follows."""
    is_missing = isinstance(value, Scalar) and value.bare and not value.text
    return replace(value, mark=key.mark) if is_missing else value


def _key(key: Node) -> Scalar:
    if isinstance(key, Scalar) and isinstance(key.value, str):
        return key
    raise UsageError(
        f"{key.mark}: a key must be text, and this is {kind(key)}", advice="write the key in quotes"
    )
