"""Compares two versions of one list: what came, what went, what has another name, what is not the same."""

from collections import Counter
from collections.abc import Iterator, Mapping

from toolpin_ci.canon.visible import name_look
from toolpin_ci.diff import prompts, resources, tools
from toolpin_ci.diff.leaves import by_member
from toolpin_ci.diff.renames import match_items
from toolpin_ci.diff.spot import ABSENT, Compare, Spot
from toolpin_ci.model.finding import Action, Area, Change
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import KEY_MEMBER, Item, Items
from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One list: what its items are, the member that names them, and how their members compare."""

    area: Area
    key: str
    members: Mapping[str, Compare]

    def body(self, item: Item) -> JsonObject:
        """Give a definition without its name."""
        return {name: value for name, value in item.definition.items() if name != self.key}


KINDS: Mapping[str, Kind] = {
    "tools": Kind(Area.TOOL, KEY_MEMBER["tools"], tools.MEMBERS),
    "prompts": Kind(Area.PROMPT, KEY_MEMBER["prompts"], prompts.MEMBERS),
    "resources": Kind(Area.RESOURCE, KEY_MEMBER["resources"], resources.MEMBERS),
    "resourceTemplates": Kind(Area.TEMPLATE, KEY_MEMBER["resourceTemplates"], resources.MEMBERS),
}


def compare_items(kind: Kind, old: Items, new: Items) -> Iterator[Change]:
    """Give the changes of one list; items of equal digest cost one look."""
    gone = {key: items for key, items in old.items() if key not in new}
    come = {key: items for key, items in new.items() if key not in old}
    for key, items in new.items():
        before = old.get(key)
        if before is not None and [item.digest for item in before] != [item.digest for item in items]:
            yield from _same_name(kind, key, before, items)
    renamed = match_items(_bodies(kind, gone), _bodies(kind, come))
    for one, other in renamed.items():
        yield _renamed(kind, one, other)
        yield from _bodies_of(kind, other, gone[one][0], come[other][0])
    yield from _left_over(kind, {key: items for key, items in gone.items() if key not in renamed})
    taken = set(renamed.values())
    yield from _new_ones(kind, {key: items for key, items in come.items() if key not in taken}, old, new)


def _bodies(kind: Kind, items: Items) -> Mapping[str, Json]:
    return {key: kind.body(rows[0]) for key, rows in items.items() if len(rows) == 1}


def _bodies_of(kind: Kind, name: str, old: Item, new: Item) -> Iterator[Change]:
    return by_member(Spot(kind.area, name), kind.body(old), kind.body(new), kind.members)


def _same_name(kind: Kind, name: str, old: tuple[Item, ...], new: tuple[Item, ...]) -> Iterator[Change]:
    """Compare items of one name, of which there should be one on each side."""
    left = _without(old, new)
    right = _without(new, old)
    for one, other in zip(left, right, strict=False):
        yield from _bodies_of(kind, name, one, other)
    spot = Spot(kind.area, name)
    for item in left[len(right) :]:
        yield spot.change("duplicate", item.definition, ABSENT)
    for item in right[len(left) :]:
        yield spot.change("duplicate", ABSENT, item.definition)


def _without(items: tuple[Item, ...], others: tuple[Item, ...]) -> list[Item]:
    known = Counter(item.digest for item in others)
    left = []
    for item in items:
        if known[item.digest]:
            known[item.digest] -= 1
        else:
            left.append(item)
    return left


def _renamed(kind: Kind, old: str, new: str) -> Change:
    return Change(
        area=kind.area,
        action=Action.RENAMED,
        aspect=_rename_aspect(kind, old, new),
        subject=new,
        pointer=f"/{kind.key}",
        old=old,
        new=new,
        facts={"other": old},
    )


def _rename_aspect(kind: Kind, old: str, new: str) -> str:
    if old.casefold() == new.casefold():
        return "name.case"
    if name_look(old) == name_look(new):
        return "name.look-alike"
    if kind.area is Area.TEMPLATE:
        how = resources.template_kind(old, new)
        return f"name.{how}" if how else "name"
    return "name"


def _left_over(kind: Kind, gone: Items) -> Iterator[Change]:
    for key, (first, *others) in gone.items():
        spot = Spot(kind.area, key)
        yield spot.change("item", first.definition, ABSENT)
        for item in others:
            yield spot.change("duplicate", item.definition, ABSENT)


def _new_ones(kind: Kind, come: Items, old: Items, new: Items) -> Iterator[Change]:
    twins = _looks({**old, **new}, but=come) if come else {}
    for key, (first, *others) in come.items():
        spot = Spot(kind.area, key)
        twin = twins.setdefault(name_look(key), key)
        if twin != key:
            yield spot.change("name.look-alike", ABSENT, first.definition, other=twin)
        else:
            yield spot.change(_new_aspect(kind, key, first, old), ABSENT, first.definition)
        for item in others:
            yield spot.change("duplicate", ABSENT, item.definition)


def _looks(items: Items, but: Items | None = None) -> dict[str, str]:
    """Index names by what they look like."""
    return {name_look(key): key for key in items if but is None or key not in but}


def _new_aspect(kind: Kind, key: str, item: Item, old: Items) -> str:
    if kind.area is Area.TOOL and not tools.may_destroy(item.definition):
        return "item.harmless"
    if kind.area is Area.TEMPLATE and any(resources.is_wider(key, other) for other in old):
        return "name.scope-widened"
    return "item"
