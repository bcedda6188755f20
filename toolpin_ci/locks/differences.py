"""What one lock says otherwise than another of the same format."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.pointer import join
from toolpin_ci.model.finding import ABSENT, Absent, Action, Area, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.message import Message
from toolpin_ci.values import dataclass

_WORDS = {
    Action.ADDED: "{place} was added",
    Action.REMOVED: "{place} was removed",
    Action.CHANGED: "{place} changed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference; `severity` is given where the format knows better than the rule."""

    subject: str
    message: Message
    pointer: str = ""
    area: Area = Area.LOCK
    action: Action = Action.CHANGED
    severity: Severity | None = None
    old: Json | Absent = ABSENT
    new: Json | Absent = ABSENT


def action_of(old: Json | Absent, new: Json | Absent) -> Action:
    """Tell what happened to a value."""
    if isinstance(old, Absent):
        return Action.ADDED
    return Action.REMOVED if isinstance(new, Absent) else Action.CHANGED


def member(
    place: tuple[str | int, ...],
    old: Json | Absent,
    new: Json | Absent,
    *,
    area: Area = Area.LOCK,
    severity: Severity | None = None,
) -> Difference:
    """Say that one member of a lock came, went or changed."""
    action = action_of(old, new)
    message = Message(_WORDS[action], {"place": "/".join(map(str, place))})
    subject = str(place[-1] if area is not Area.LOCK else place[0]) if place else "document"
    return Difference(
        subject=subject,
        message=message,
        pointer=join(*place),
        area=area,
        action=action,
        severity=severity,
        old=old,
        new=new,
    )


def changed_members(old: JsonObject, new: JsonObject) -> Iterator[tuple[str, Json | Absent, Json | Absent]]:
    """Give the members of two objects that are not the same, in the order of their names."""
    for name in sorted({*old, *new}):
        before, after = old.get(name, ABSENT), new.get(name, ABSENT)
        if isinstance(before, Absent) or isinstance(after, Absent) or not same(before, after):
            yield name, before, after


def leaves(old: JsonObject, new: JsonObject, place: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """List the innermost members that differ; lists are compared as a whole."""
    for name, before, after in changed_members(old, new):
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from leaves(before, after, (*place, name))
        else:
            yield member((*place, name), before, after)
