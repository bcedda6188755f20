"""Compares two definitions of one prompt."""

from collections.abc import Iterator, Mapping

from toolpin_ci.diff.leaves import by_member, differ, leaves, unknown, whole
from toolpin_ci.diff.renames import by_look, is_alike, match_members, twin
from toolpin_ci.diff.spot import ABSENT, Compare, Spot, Value
from toolpin_ci.diff.text import text
from toolpin_ci.model.finding import Absent, Action, Change
from toolpin_ci.model.jsonvalue import Json, JsonObject

Arguments = Mapping[str, tuple[int, JsonObject]]
"""Arguments by name, each with its position."""


def arguments(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Compare arguments by name; their order is nothing but a note."""
    left, right = _by_name(old), _by_name(new)
    if left is None or right is None:
        yield from unknown(spot, old, new)
        return
    changes = list(_compare(spot, left, right))
    order = [name for name in left if name in right] != [name for name in right if name in left]
    if order:
        yield spot.change("argument.order", list(left), list(right))
    elif not changes:
        yield spot.change("equivalent", old, new)
    yield from changes


def _by_name(value: Value) -> Arguments | None:
    if isinstance(value, Absent):
        return {}
    if not isinstance(value, (list, tuple)):
        return None
    found: dict[str, tuple[int, JsonObject]] = {}
    for number, row in enumerate(value):
        name = row.get("name") if isinstance(row, Mapping) else None
        if not isinstance(row, Mapping) or not isinstance(name, str) or name in found:
            return None
        found[name] = number, row
    return found


def _compare(spot: Spot, old: Arguments, new: Arguments) -> Iterator[Change]:
    renamed = match_members(_bodies(old, new), _bodies(new, old))
    for name, (number, row) in old.items():
        target = renamed.get(name, name)
        if target in new:
            position, other = new[target]
            place = spot.at(position)
            if target != name:
                yield _renamed(place.at("name"), name, target)
            yield from _argument(place, target, row, other)
        else:
            yield spot.at(number).change("argument", row, ABSENT, name=name)
    looks = by_look({*old, *new})
    taken = set(renamed.values())
    for name, (number, row) in new.items():
        if name not in old and name not in taken:
            yield _added(spot.at(number), name, row, twin(name, looks))


def _bodies(these: Arguments, those: Arguments) -> Mapping[str, Json]:
    return {
        name: {key: value for key, value in row.items() if key != "name"}
        for name, (_, row) in these.items()
        if name not in those
    }


def _renamed(spot: Spot, old: str, new: str) -> Change:
    aspect = "member.look-alike" if is_alike(old, new) else "argument"
    facts = {"name": new, "other": old, "place": new}
    return Change(
        area=spot.area,
        action=Action.RENAMED,
        aspect=aspect,
        subject=spot.subject,
        pointer=spot.pointer,
        old=old,
        new=new,
        facts=facts,
    )


def _added(spot: Spot, name: str, row: JsonObject, other: str | None) -> Change:
    if other is not None:
        return spot.change("member.look-alike", ABSENT, row, name=name, other=other, place=name)
    kind = "required" if row.get("required") is True else "optional"
    return spot.change(f"argument.{kind}", ABSENT, row, name=name)


def _argument(spot: Spot, name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    before, after = ({key: value for key, value in row.items() if key != "name"} for row in (old, new))
    known = {"required": _required, "title": text("title"), "description": text("argument.description")}
    for change in by_member(spot, before, after, known):
        place = Spot(change.area, change.subject, change.pointer)
        yield place.change(
            change.aspect, change.old, change.new, **{"name": name, "place": name, **change.facts}
        )


def _required(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    before, after = (False if isinstance(value, Absent) else value for value in (old, new))
    if not isinstance(before, bool) or not isinstance(after, bool):
        yield from unknown(spot, old, new)
    elif not differ(before, after):
        yield spot.change("equivalent", old, new)
    else:
        yield spot.change("argument.now-required" if after else "argument.now-optional", old, new)


MEMBERS: Mapping[str, Compare] = {
    "title": text("title"),
    "description": text("description"),
    "arguments": arguments,
    "icons": whole("icons"),
    "_meta": leaves("meta"),
}
