"""Compares the named members of an object: which there are, which must be there, which got another name."""

from collections.abc import Mapping

from toolpin_ci.canon.visible import name_look
from toolpin_ci.diff.renames import match_members
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
    for name, node in new.items():
        if name not in old and name not in renamed.values():
            _say_added(pair, walk, (name, node), {*new, *old})
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


def _say_added(pair: Pair, walk: Walk, added: tuple[str, Node], known: set[str]) -> None:
    name, node = added
    twin = next((other for other in sorted(known) if other != name and is_alike(name, other)), None)
    if twin is not None:
        walk.note(pair, "member.look-alike", (None, node), name=name, place=_place(pair, name), other=twin)
    else:
        kind = ".required" if name in _required_names(pair.new) else ".optional"
        _say_moved(pair, walk, (None, node), name, kind)


def is_alike(one: str, other: str) -> bool:
    """Tell whether two names differ only in what a reader overlooks, letter case aside."""
    return name_look(one) == name_look(other) and one.casefold() != other.casefold()


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
        spot = walk.spot_of((None, after.get(name) or _either(pair, "required")))
        is_now = name in new
        aspect = f"{walk.side}.required" if is_now else f"{walk.side}.optional"
        aspect = aspect if pair.is_clear else f"{walk.side}.rest.changed"
        facts = {"place": _place(pair, name), "name": name, "keyword": "required"}
        walk.add(spot.change(aspect, not is_now, is_now, **facts))


def _either(pair: Pair, keyword: str) -> Node | None:
    old, new = pair.two(keyword)
    return new or old


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
