"""What changed between two mcp-fusion or vurb locks, with the framework's grading beside ours."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.ecmascript import property_order
from toolpin_ci.canon.pointer import join
from toolpin_ci.locks.base import Lock
from toolpin_ci.locks.differences import Difference, changed_members, leaves, member
from toolpin_ci.locks.fusion_check import check
from toolpin_ci.locks.fusion_diff import Delta, diff_contracts
from toolpin_ci.locks.fusion_generate import Fresh
from toolpin_ci.model.finding import Absent, Action, Area, Severity
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message

_GRADES = {
    "BREAKING": Severity.BREAKING,
    "RISKY": Severity.RISKY,
    "SAFE": Severity.SAFE,
    "COSMETIC": Severity.INFO,
}
_FLAGGED = {"destructive": "destructiveActions", "readOnly": "readOnlyActions"}
_LIMITS = ("agentLimitMax", "egressMaxBytes")
_SECTIONS = ("surface", "behavior", "tokenEconomics", "entitlements")
_COVERED = ("capabilities", "generatedAt", "integrityDigest")


def diff(old: Lock, new: Lock) -> tuple[Difference, ...]:
    """List what a newer lock says otherwise; the time of writing is no difference."""
    return tuple(_differences(old.document, new.document))


def _differences(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    yield from _root(old, new)
    yield from leaves(_without(old, _COVERED), _without(new, _COVERED))
    capabilities = [_object(document.get("capabilities")) for document in (old, new)]
    before, after = ({**known} for known in capabilities)
    sections = [
        (_object(before.pop(name, {})), _object(after.pop(name, {}))) for name in ("tools", "prompts")
    ]
    yield from leaves(before, after, ("capabilities",))
    for (left, right), kind, area in zip(
        sections, ("tools", "prompts"), (Area.TOOL, Area.PROMPT), strict=True
    ):
        yield from _entries(left, right, kind, area)


def _without(document: JsonObject, names: tuple[str, ...]) -> JsonObject:
    return {name: value for name, value in document.items() if name not in names}


def _object(value: Json | Absent) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _root(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    """Say it as the framework's own check does, with its lists."""
    before, after = old.get("integrityDigest"), new.get("integrityDigest")
    if before == after:
        return
    tools, prompts = (_object(_object(new.get("capabilities")).get(name)) for name in ("tools", "prompts"))
    now = Fresh(
        tools={name: _object(tools[name]) for name in property_order(tools)},
        prompts={name: _object(entry) for name, entry in prompts.items()},
        root=str(after),
    )
    yield Difference(
        subject="integrityDigest",
        message=Message("{words}", {"words": check(old, now).message}),
        pointer="/integrityDigest",
        severity=Severity.INFO,
        old=before,
        new=after,
    )


def _entries(old: JsonObject, new: JsonObject, kind: str, area: Area) -> Iterator[Difference]:
    words = {Action.ADDED: "was added to the lock", Action.REMOVED: "was removed from the lock"}
    for name, before, after in changed_members(old, new):
        place = ("capabilities", kind, name)
        found = member(place, before, after, area=area)
        if found.action is not Action.CHANGED:
            pointer = "" if found.action is Action.ADDED else found.pointer
            yield Difference(
                subject=name,
                message=Message(words[found.action]),
                pointer=pointer,
                area=area,
                action=found.action,
                old=before,
                new=after,
            )
        else:
            inner = _tool if area is Area.TOOL else _prompt
            yield from inner(name, _object(before), _object(after))


def _tool(name: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    place = ("capabilities", "tools", name)
    deltas = diff_contracts(_contract(name, old), _contract(name, new)).deltas
    yield from (_graded(name, delta, old, new) for delta in deltas)
    rest = ("integrityDigest", *_SECTIONS)
    yield from _as_tool(leaves(_without(old, rest), _without(new, rest), place), name)
    if not deltas:
        sections = {key: value for key, value in old.items() if key in rest}
        now = {key: value for key, value in new.items() if key in rest}
        yield from _as_tool(leaves(sections, now, place), name)


def _as_tool(found: Iterator[Difference], name: str) -> Iterator[Difference]:
    for one in found:
        yield Difference(
            subject=name, message=one.message, pointer=one.pointer, area=Area.TOOL, old=one.old, new=one.new
        )


def _contract(name: str, entry: JsonObject) -> JsonObject:
    """Put together as much of a contract as a lock holds."""
    surface, behavior = _object(entry.get("surface")), _object(entry.get("behavior"))
    actions = surface.get("actions")
    flags = {flag: _texts(behavior.get(member)) for flag, member in _FLAGGED.items()}
    return {
        "surface": {
            **surface,
            "name": name,
            "actions": {
                action: {flag: action in named for flag, named in flags.items()} for action in _texts(actions)
            },
        },
        "behavior": {
            **behavior,
            "cognitiveGuardrails": _object(behavior.get("cognitiveGuardrails")),
        },
        "tokenEconomics": _object(entry.get("tokenEconomics")),
        "entitlements": _object(entry.get("entitlements")),
    }


def _texts(value: Json) -> list[str]:
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def _graded(name: str, delta: Delta, old: JsonObject, new: JsonObject) -> Difference:
    message = Message(
        "{words} ({grade} in its own grading)", {"words": delta.description, "grade": delta.severity}
    )
    place = _place(delta)
    return Difference(
        subject=name,
        message=message,
        pointer=join("capabilities", "tools", name, *place),
        area=Area.TOOL,
        severity=_severity(delta, new),
        old=_value(old, place),
        new=_value(new, place),
    )


def _value(entry: JsonObject, place: tuple[str, ...]) -> Json:
    value: Json = entry
    for step in place:
        value = _object(value).get(step)
    return value


def _place(delta: Delta) -> tuple[str, ...]:
    section = delta.category.partition(".")[0]
    if not delta.field.startswith("actions."):
        inner = ("cognitiveGuardrails", delta.field) if delta.field in _LIMITS else (delta.field,)
        return section, *inner
    flag = delta.field.rpartition(".")[2]
    return (
        ("behavior", _FLAGGED[flag])
        if flag in _FLAGGED and "flag" in delta.description
        else (section, "actions")
    )


def _severity(delta: Delta, new: JsonObject) -> Severity:
    """Grade as the framework does, but for what steers a model or widens what a tool may do."""
    if delta.category == "entitlements" and delta.severity == "BREAKING":
        return Severity.CRITICAL
    if delta.field.startswith("actions.") and "flag changed" in delta.description:
        return Severity.CRITICAL
    if delta.field == "description":
        return Severity.RISKY
    if delta.field in _LIMITS and _is_raised(delta):
        return Severity.RISKY
    if delta.field.startswith("actions.") and delta.after is not None and delta.before is None:
        behavior = _object(new.get("behavior"))
        return Severity.RISKY if delta.after in _texts(behavior.get("destructiveActions")) else Severity.SAFE
    return _GRADES[delta.severity]


def _is_raised(delta: Delta) -> bool:
    if delta.after == "null" or delta.before == "null":
        return delta.after == "null"
    try:
        return float(delta.after or 0) > float(delta.before or 0)
    except ValueError:
        return True


def _prompt(name: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    digests = ("argumentsDigest", "integrityDigest")
    place = ("capabilities", "prompts", name)
    told = list(leaves(_without(old, digests), _without(new, digests), place))
    for one in told or leaves(old, new, place):
        yield Difference(
            subject=name, message=one.message, pointer=one.pointer, area=Area.PROMPT, old=one.old, new=one.new
        )
