"""What changed between two Hangar configurations: pins, and what lets a tool pass without one."""

from collections.abc import Iterator, Mapping

from toolpin_ci.locks.base import Lock
from toolpin_ci.locks.differences import Difference, changed_members, leaves, member
from toolpin_ci.locks.hangar_pins import entries, pins, projections, tenant_pins
from toolpin_ci.model.finding import ABSENT, Absent, Action, Area, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message

_WORDS = {
    Action.ADDED: "is pinned now",
    Action.REMOVED: "is no longer pinned: whatever it becomes is served",
    Action.CHANGED: "is pinned to another definition",
}
_STRENGTH = {
    "digest_enforcement": ("audit", "warn", "block"),
    "new_tools": ("allow", "withhold"),
}
"""Settings from weak to strong."""
_DEFAULT = {"digest_enforcement": "block", "new_tools": "allow"}
_ROOT = "mcp_servers"


def diff(old: Lock, new: Lock) -> tuple[Difference, ...]:
    """List what a newer configuration says otherwise about the tools that are offered."""
    return tuple(_differences(old.document, new.document))


def _differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    before, after = projections(old), projections(new)
    for name in sorted({*before, *after}):
        place = (_ROOT, name, "tool_projection")
        if name not in after:
            severity = Severity.CRITICAL
            yield member(place, before[name], ABSENT, severity=severity)
        yield from _block(before.get(name, {}), after.get(name, {}), place)
    yield from _entries(entries(old), entries(new))


def _entries(old: Mapping[str, JsonObject], new: Mapping[str, JsonObject]) -> Iterator[Difference]:
    """Tell what else changed in the servers: where they lead to counts as much as their pins."""
    for name, before, after in changed_members(dict(old), dict(new)):
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            hidden = ("tool_projection",)
            left = {key: value for key, value in before.items() if key not in hidden}
            right = {key: value for key, value in after.items() if key not in hidden}
            yield from leaves(left, right, (_ROOT, name))
        else:
            yield member((_ROOT, name), before, after)


def _block(old: JsonObject, new: JsonObject, place: tuple[str, ...]) -> Iterator[Difference]:
    yield from _pins(pins(old), pins(new), (*place, "pins"))
    left, right = dict(tenant_pins(old)), dict(tenant_pins(new))
    for tenant in sorted({*left, *right}):
        yield from _pins(left.get(tenant, {}), right.get(tenant, {}), (*place, *tenant))
    for name, before, after in changed_members(_rest(old), _rest(new)):
        yield member((*place, name), before, after, severity=_severity(name, before, after))


def _rest(block: JsonObject) -> JsonObject:
    """Give a block without its pins."""
    tenants = block.get("tenant_overrides")
    rest = {name: value for name, value in block.items() if name not in ("pins", "tenant_overrides")}
    if isinstance(tenants, Mapping):
        rest["tenant_overrides"] = {
            tenant: {key: value for key, value in override.items() if key != "pins"}
            if isinstance(override, Mapping)
            else override
            for tenant, override in tenants.items()
        }
    return rest


def _pins(old: JsonObject, new: JsonObject, place: tuple[str, ...]) -> Iterator[Difference]:
    for tool, before, after in changed_members(old, new):
        found = member((*place, tool), before, after, area=Area.TOOL)
        yield Difference(
            subject=tool,
            message=Message(_WORDS[found.action]),
            pointer=found.pointer,
            area=Area.TOOL,
            action=found.action,
            severity=Severity.SAFE if found.action is Action.ADDED else None,
            old=before,
            new=after,
        )


def _severity(name: str, old: Json | Absent, new: Json | Absent) -> Severity | None:
    """Call it critical where less is refused than before."""
    if name in ("withdrawn", "withdrawn_prompts", "withdrawn_resources"):
        return Severity.CRITICAL if _texts(old) - _texts(new) else Severity.SAFE
    if name not in _STRENGTH:
        return None
    ranks = [_rank(name, value) for value in (old, new)]
    return Severity.CRITICAL if ranks[1] < ranks[0] else Severity.SAFE


def _rank(name: str, value: Json | Absent) -> int:
    word = _DEFAULT[name] if isinstance(value, Absent) or value is None else str(value)
    return _STRENGTH[name].index(word) if word in _STRENGTH[name] else -1


def _texts(value: Json | Absent) -> set[str]:
    return {str(item) for item in value} if isinstance(value, (list, tuple)) else set()
