"""Compares the named members of an object: which there are, which must be there, which got another name."""

from collections.abc import Mapping

from toolpin_ci.diff.renames import by_look, is_alike, match_members, twin
from toolpin_ci.diff.schema.view import Node, View
from toolpin_ci.diff.schema.walk import Effect, Pair, Two, Walk
from toolpin_ci.model.finding import Action, Change

Nodes = Mapping[str, Node]


def members(pair: Pair, walk: Walk) -> None:
    """Compare `properties` and `required` together."""
    old, new = (_properties(view) for view in (pair.old, pair.new))
    renamed = match_members(
        {name: node.value for name, node in old.items() if name not in new},
        {name: node.value for name, node in new.items() if name not in old},
    )
    for name, node in old.items():
        target = renamed.get(name, name)
        if target not in new:
            _say_moved(pair, walk, (node, None), name)
            continue
        walk.go(pair, node, new[target], f".{target}" if pair.place else target)
        if target != name:
            _say_renamed(pair, walk, (node, new[target]), (name, target))
    looks = by_look({*old, *new}) if new.keys() - old.keys() else {}
    taken = set(renamed.values())
    for name, node in new.items():
        if name not in old and name not in taken:
            _say_added(pair, walk, (name, node), twin(name, looks))
    _required(pair, walk, renamed)
    for keyword in ("properties", "required"):
        _say_malformed(pair, walk, keyword)


def _say_moved(pair: Pair, walk: Walk, two: Two, name: str, kind: str = "") -> None:
    place = _place(pair, name)
    if pair.is_clear:
        walk.note(pair, f"{walk.side}.member{kind}", two, name=name, place=place)
    else:
        walk.say(pair, "rest", Effect.CHANGED, two, keyword="properties", place=place)


def _properties(view: View) -> Nodes:
    node = view.keywords.get("properties")
    return node.members() if node else {}


def _place(pair: Pair, name: str) -> str:
    return f"{pair.place}.{name}" if pair.place else name


def _say_added(pair: Pair, walk: Walk, added: tuple[str, Node], other: str | None) -> None:
    name, node = added
    if other is not None:
        walk.note(pair, "member.look-alike", (None, node), name=name, place=_place(pair, name), other=other)
    else:
        kind = ".required" if name in _required_names(pair.new) else ".optional"
        _say_moved(pair, walk, (None, node), name, kind)


def _say_renamed(pair: Pair, walk: Walk, nodes: Two, names: tuple[str, str]) -> None:
    old, new = names
    spot = walk.spot_of(nodes)
    walk.add(
        Change(
            area=spot.area,
            action=Action.RENAMED,
            aspect="member.look-alike" if is_alike(old, new) else f"{walk.side}.member",
            subject=spot.subject,
            pointer=spot.pointer,
            old=old,
            new=new,
            facts={"place": _place(pair, new), "name": new, "other": old},
        )
    )


def _required(pair: Pair, walk: Walk, renamed: Mapping[str, str]) -> None:
    """Say what must now be there and what need not, for members that are on both sides or on neither."""
    before, after = _properties(pair.old), _properties(pair.new)
    gone = before.keys() - after.keys() - renamed.keys()
    come = after.keys() - before.keys() - set(renamed.values())
    old = {renamed.get(name, name) for name in _required_names(pair.old) if name not in gone}
    new = {name for name in _required_names(pair.new) if name not in come}
    for name in sorted(old ^ new):
        _say_required(pair, walk, name, is_now=name in new)


def _say_required(pair: Pair, walk: Walk, name: str, *, is_now: bool) -> None:
    """Point at the member, or at its name in the list where it is described nowhere."""
    node = _properties(pair.new).get(name)
    aspect = f"{walk.side}.required" if is_now else f"{walk.side}.optional"
    aspect = aspect if pair.is_clear else f"{walk.side}.rest.changed"
    facts = {"place": _place(pair, name), "name": name, "keyword": "required"}
    if node is not None:
        walk.add(walk.spot_of((None, node)).change(aspect, not is_now, is_now, **facts))
    else:
        row = _row(pair.new if is_now else pair.old, name)
        walk.note(pair, aspect, (None, row) if is_now else (row, None), **facts)


def _row(view: View, name: str) -> Node | None:
    rows = view.keywords["required"].rows()
    return next((row for row in rows if row.value == name), None)


def _required_names(view: View) -> frozenset[str]:
    node = view.keywords.get("required")
    rows = node.value if node is not None and isinstance(node.value, (list, tuple)) else ()
    return frozenset(name for name in rows if isinstance(name, str))


def _say_malformed(pair: Pair, walk: Walk, keyword: str) -> None:
    two = pair.two(keyword)
    if pair.differs(keyword) and not all(node is None or _is_sound(keyword, node) for node in two):
        walk.note(pair, "schema.keyword", two, keyword=keyword)


def _is_sound(keyword: str, node: Node) -> bool:
    if keyword == "properties":
        return isinstance(node.value, Mapping)
    rows = node.value
    return isinstance(rows, (list, tuple)) and all(isinstance(name, str) for name in rows)
