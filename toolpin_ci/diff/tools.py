"""Compares two definitions of one tool."""

from collections.abc import Iterator, Mapping

from toolpin_ci.diff.leaves import by_member, differ, leaves, members, unknown, whole
from toolpin_ci.diff.schema.compare import compare_schemas
from toolpin_ci.diff.spot import Compare, Spot, Value
from toolpin_ci.diff.text import text
from toolpin_ci.model.finding import Absent, Change
from toolpin_ci.model.jsonvalue import JsonObject, same

HINTS = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""What the protocol takes for granted where a tool does not say."""

_TASKS = ("forbidden", "optional", "required")


def schema(side: str) -> Compare:
    """Compare a schema in the direction in which its values travel."""

    def compare(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
        if isinstance(old, Absent) or isinstance(new, Absent):
            yield spot.change(f"{side}.schema", old, new)
        else:
            yield from compare_schemas(spot, side, old, new)

    return compare


def annotations(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Compare hints by what they mean, with the protocol's defaults for those that are not written."""
    is_sound = all(isinstance(value, (Mapping, Absent)) for value in (old, new))
    if not is_sound:
        yield spot.change("annotation", old, new)
    left, right = (value if isinstance(value, Mapping) else {} for value in (old, new))
    rows = list(members(left, right))
    if not rows and is_sound:
        yield spot.change("equivalent", old, new)
    for name, before, after in rows:
        if differ(before, after):
            yield from _ANNOTATIONS.get(name, leaves("annotation"))(spot.at(name), before, after)


def _hint(name: str) -> Compare:
    def compare(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
        before, after = (HINTS[name] if isinstance(value, Absent) else value for value in (old, new))
        if same(before, after):
            yield spot.change("equivalent", old, new)
        else:
            aspect = f"annotation.{name}.{'set' if after is True else 'cleared'}"
            yield spot.change(aspect, old, new, before=before, after=after)

    return compare


_ANNOTATIONS: Mapping[str, Compare] = {"title": text("title"), **{name: _hint(name) for name in HINTS}}


def execution(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Compare how a tool is run: whether as a task."""
    if not all(isinstance(value, (Mapping, Absent)) for value in (old, new)):
        yield from unknown(spot, old, new)
        return
    left, right = (value if isinstance(value, Mapping) else {} for value in (old, new))
    changes = list(by_member(spot, left, right, {"taskSupport": _task_support}))
    yield from changes or [spot.change("equivalent", old, new)]


def _task_support(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    before, after = ("forbidden" if isinstance(value, Absent) else value for value in (old, new))
    if before not in _TASKS or after not in _TASKS:
        yield from unknown(spot, old, new)
    elif before == after:
        yield spot.change("equivalent", old, new)
    else:
        kind = "widened" if after == "optional" else "narrowed"
        yield spot.change(f"task-support.{kind}", old, new, before=before, after=after)


def may_destroy(definition: JsonObject) -> bool:
    """Tell whether a tool, by what it says and what the protocol takes for granted, may destroy something."""
    hints = definition.get("annotations")
    said = hints if isinstance(hints, Mapping) else {}
    return said.get("readOnlyHint", False) is not True and said.get("destructiveHint", True) is not False


MEMBERS: Mapping[str, Compare] = {
    "title": text("title"),
    "description": text("description"),
    "inputSchema": schema("input"),
    "outputSchema": schema("output"),
    "annotations": annotations,
    "execution": execution,
    "icons": whole("icons"),
    "_meta": leaves("meta"),
}
