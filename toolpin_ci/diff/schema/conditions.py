"""Compares demands that depend on something: `if`, and members that need others."""

from collections.abc import Mapping

from toolpin_ci.canon.text import canonical
from toolpin_ci.diff.schema.view import Node, View
from toolpin_ci.diff.schema.walk import Effect, Pair, Walk
from toolpin_ci.model.jsonvalue import same

DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")
CONDITION = ("if", "then", "else")


def conditions(pair: Pair, walk: Walk) -> None:
    """Compare `if`, `then` and `else`: one change where the condition comes or goes."""
    old, new = pair.two("if")
    if old is None and new is None:
        return
    if old is None or new is None:
        nodes = (_together(pair.old, old), _together(pair.new, new))
        walk.say(pair, "condition", Effect.NARROWED if old is None else Effect.WIDENED, nodes, keyword="if")
        return
    is_clear = same(old.value, new.value)
    walk.go(pair, old, new, "", is_clear=False)
    for keyword in CONDITION[1:]:
        old, new = two = pair.two(keyword)
        if old is not None and new is not None:
            walk.go(pair, old, new, "", is_clear=is_clear)
        elif old is not None or new is not None:
            walk.say(
                pair, "condition", Effect.NARROWED if old is None else Effect.WIDENED, two, keyword=keyword
            )


def _together(view: View, node: Node | None) -> Node | None:
    """Give the whole condition as one value, at the place of its first keyword."""
    found = {name: view.keywords[name] for name in CONDITION if name in view.keywords}
    if not found:
        return None
    at = (node or next(iter(found.values()))).at
    return Node({name: inner.value for name, inner in found.items()}, at)


def dependents(pair: Pair, walk: Walk) -> None:
    """Compare what one member's presence asks of the others."""
    for keyword in DEPENDENT:
        two = pair.two(keyword)
        if any(node is not None and not isinstance(node.value, Mapping) for node in two):
            if pair.differs(keyword):
                walk.note(pair, "schema.keyword", two, keyword=keyword)
            continue
        old, new = (node.members() if node else {} for node in two)
        for name in {**old, **new}:
            _dependent(pair, walk, (old.get(name), new.get(name)), keyword)


def _dependent(pair: Pair, walk: Walk, two: tuple[Node | None, Node | None], keyword: str) -> None:
    old, new = two
    if old is None or new is None:
        walk.say(pair, "dependency", Effect.NARROWED if old is None else Effect.WIDENED, two, keyword=keyword)
    elif isinstance(old.value, (Mapping, bool)) and isinstance(new.value, (Mapping, bool)):
        walk.go(pair, old, new, "")
    elif not same(old.value, new.value):
        effect = _names_effect(old, new)
        if effect is None:
            walk.note(pair, "schema.equivalent", two, keyword=keyword)
        else:
            walk.say(pair, "dependency", effect, two, keyword=keyword)


def _names_effect(old: Node, new: Node) -> Effect | None:
    """Compare lists of names; their order is nothing."""
    left, right = ({canonical(row.value) for row in node.rows()} for node in (old, new))
    if (
        not isinstance(old.value, list)
        or not isinstance(new.value, list)
        or not (left <= right or right <= left)
    ):
        return Effect.CHANGED
    if left == right:
        return None
    return Effect.NARROWED if left < right else Effect.WIDENED
