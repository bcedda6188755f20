"""A place in a schema and the keywords that hold there, with local references followed."""

from collections.abc import Mapping
from urllib.parse import unquote

from toolpin_ci.canon.pointer import escape, split
from toolpin_ci.model.jsonvalue import Json, same
from toolpin_ci.values import dataclass

NOTES = frozenset(
    (
        *("$anchor", "$comment", "$defs", "$id", "$schema", "default", "definitions", "deprecated"),
        *("description", "example", "examples", "readOnly", "title", "writeOnly"),
    )
)
"""Keywords that allow and forbid nothing."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a definition and the pointer to it."""

    value: Json
    at: str

    def child(self, token: str | int, value: Json) -> "Node":
        """Go one member down."""
        return Node(value, f"{self.at}/{escape(token)}")

    def members(self) -> Mapping[str, "Node"]:
        """Give the members of an object; nothing else has any."""
        if not isinstance(self.value, Mapping):
            return {}
        return {key: self.child(key, value) for key, value in self.value.items()}

    def rows(self) -> tuple["Node", ...]:
        """Give the rows of an array; nothing else has any."""
        if not isinstance(self.value, (list, tuple)):
            return ()
        return tuple(self.child(number, value) for number, value in enumerate(self.value))


@dataclass(frozen=True, slots=True)
class View:
    """One schema as the sum of its keywords, wherever they are written."""

    node: Node
    keywords: Mapping[str, Node]
    mark: str = ""
    """Tells a part of a schema from the whole, which stands at the same place."""

    @property
    def key(self) -> str:
        """Name the schema among all others of its document."""
        return self.node.at + self.mark

    @property
    def limits(self) -> Mapping[str, Node]:
        """Give the keywords that allow or forbid something."""
        return {name: node for name, node in self.keywords.items() if name not in NOTES}

    def only(self, keywords: Mapping[str, Node], mark: str) -> "View":
        """Give some keywords as a schema of their own."""
        value = {name: node.value for name, node in keywords.items()}
        return View(Node(value, self.node.at), keywords, f"{self.mark} {mark}")


class Document:
    """One whole schema: resolves references inside it and remembers which places they lead to."""

    def __init__(self, root: Json, at: str) -> None:
        """Take the schema and the pointer to it in the definition."""
        self.root = Node(root, at)
        self.reached: set[str] = set()
        self._refs: dict[int, bool] = {}
        self._anchors: dict[str, Node] | None = None

    def has_reference(self, value: Json) -> bool:
        """Tell whether a reference stands anywhere in a part of this schema."""
        if not isinstance(value, (Mapping, list, tuple)):
            return False
        known = self._refs.get(id(value))
        if known is None:
            inner = value.values() if isinstance(value, Mapping) else value
            known = (isinstance(value, Mapping) and "$ref" in value) or any(map(self.has_reference, inner))
            self._refs[id(value)] = known
        return known

    def target(self, reference: Json) -> Node | None:
        """Find what a local reference points at; None for any other."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        fragment = unquote(reference[1:])
        node = self._at(fragment) if fragment == "" or fragment.startswith("/") else self._anchor(fragment)
        if node is not None:
            self.reached.add(node.at)
        return node

    def _at(self, pointer: str) -> Node | None:
        node = self.root
        for token in split(pointer):
            value = node.value
            if isinstance(value, Mapping) and token in value:
                node = node.child(token, value[token])
            elif isinstance(value, (list, tuple)) and token.isdecimal() and int(token) < len(value):
                node = node.child(token, value[int(token)])
            else:
                return None
        return node

    def _anchor(self, name: str) -> Node | None:
        if self._anchors is None:
            self._anchors = {}
            todo = [self.root]
            while todo:
                node = todo.pop()
                todo += [*node.members().values(), *node.rows()]
                anchor = node.value.get("$anchor") if isinstance(node.value, Mapping) else None
                if isinstance(anchor, str):
                    self._anchors.setdefault(anchor, node)
        return self._anchors.get(name)

    def view(self, node: Node) -> View:
        """Give the keywords that are written at a place."""
        return View(node, node.members())

    def inlined(self, view: View) -> View | None:
        """Write a reference's target in its place; None where that cannot be said in one schema."""
        seen = {view.key}
        while "$ref" in view.keywords:
            node = self.target(view.keywords["$ref"].value)
            if node is None or node.at in seen or not (isinstance(node.value, Mapping) or node.value is True):
                return None
            seen.add(node.at)
            rest = {name: inner for name, inner in view.keywords.items() if name != "$ref"}
            merged = merge(rest, node.members())
            if merged is None:
                return None
            view = View(view.node, merged, view.mark)
        return view


def merge(outer: Mapping[str, Node], inner: Mapping[str, Node]) -> Mapping[str, Node] | None:
    """Put the keywords of two schemas that both hold into one; None where both limit the same thing."""
    for name in outer.keys() & inner.keys():
        if name not in NOTES and not same(outer[name].value, inner[name].value):
            return None
    return {**inner, **outer}
