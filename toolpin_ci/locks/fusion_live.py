"""Compares a mcp-fusion or vurb lock with what a server lists: one tool for each action, or one for all."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.fusion import canonical, value_digest
from toolpin_ci.canon.pointer import join
from toolpin_ci.locks.base import Problem
from toolpin_ci.locks.live import Definitions, definitions
from toolpin_ci.model.finding import ABSENT, Absent
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

_DEFAULT = "default"
_GONE = "is in the lock and not on the wire"
_HINTS = {"readOnlyHint": "readOnlyActions", "destructiveHint": "destructiveActions"}
_FLAT = Problem(
    code="lock-not-comparable",
    message=Message(
        "the server lists one tool for each action (flat exposition), which shows neither the locked "
        "descriptions nor the locked schemas: only names and safety hints of its tools were compared"
    ),
)


def compare_live(document: JsonObject, surface: Surface) -> tuple[Problem, ...]:
    """List every difference that a client can see."""
    every = definitions(surface, "tools")
    wire = {name: found[0] for name, found in every.items()}
    locked = _section(document, "tools")
    expected: set[str] = set()
    problems: list[Problem] = [
        *_repeated(every, "tools"),
        *_repeated(definitions(surface, "prompts"), "prompts"),
    ]
    for name, entry in locked.items():
        names, found = _tool(name, _object(entry), wire)
        expected |= names
        problems.extend(found)
    if expected & wire.keys() - {name for name in locked if _is_grouped(name, _object(locked[name]), wire)}:
        problems.append(_FLAT)
    problems.extend(
        _problem("lock-tool-added", "tools", name, "is not in the lock")
        for name in wire
        if name not in expected
    )
    if "prompts" in surface.lists or _section(document, "prompts"):
        problems.extend(_prompts(_section(document, "prompts"), definitions(surface, "prompts")))
    return tuple(problems)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def _section(document: JsonObject, name: str) -> JsonObject:
    return _object(_object(document.get("capabilities")).get(name))


def _repeated(wire: Definitions, kind: str) -> Iterator[Problem]:
    """Name what a server lists more than once: a lock holds one definition, an agent may take either."""
    for name, found in wire.items():
        if len(found) > 1:
            yield _problem(f"lock-{kind.removesuffix('s')}-changed", kind, name, "is listed more than once")


def _problem(  # noqa: PLR0913 - the last three are named, and most are left out
    code: str,
    kind: str,
    subject: str,
    words: str,
    *,
    place: tuple[str, ...] = (),
    old: Json | Absent = ABSENT,
    new: Json | Absent = ABSENT,
) -> Problem:
    message = Message(f"{kind.removesuffix('s')} {{name}} {words}", {"name": subject})
    pointer = "" if code.endswith("-added") else join("capabilities", kind, *(place or (subject,)))
    near = join("capabilities", kind)
    return Problem(code=code, message=message, pointer=pointer, subject=subject, near=near, old=old, new=new)


def _tool(name: str, entry: JsonObject, wire: Mapping[str, JsonObject]) -> tuple[set[str], Iterator[Problem]]:
    """Read the exposition from the names: a discriminator under the tool's own name is grouped."""
    if _is_grouped(name, entry, wire):
        return {name}, _grouped(name, entry, wire[name])
    actions = [str(action) for action in _items(_object(entry.get("surface")).get("actions"))]
    names = {name if action == _DEFAULT else f"{name}_{action}": action for action in actions}
    return set(names), _flat(name, entry, names, wire)


def _is_grouped(name: str, entry: JsonObject, wire: Mapping[str, JsonObject]) -> bool:
    """Tell a discriminator from a parameter that only has its name: it lists actions of the tool."""
    listed = set(map(str, _actions_on_wire(wire[name]))) if name in wire else set()
    known = set(map(str, _items(_object(entry.get("surface")).get("actions"))))
    return bool(listed & known) or (bool(listed) and known != {_DEFAULT})


def _actions_on_wire(definition: JsonObject) -> Sequence[Json]:
    properties = _object(_object(definition.get("inputSchema")).get("properties"))
    return _items(_object(properties.get("action")).get("enum"))


def _grouped(name: str, entry: JsonObject, wire: JsonObject) -> Iterator[Problem]:
    surface = _object(entry.get("surface"))
    found: Mapping[str, tuple[str, Json]] = {
        "description": ("has another description", wire.get("description")),
        "inputSchemaDigest": ("has another input schema", value_digest(wire.get("inputSchema"))),
        "actions": ("has other actions", sorted(map(str, _actions_on_wire(wire)))),
    }
    for member, (words, live) in found.items():
        stored = surface.get(member)
        if (sorted(map(str, _items(stored))) if member == "actions" else stored) != live:
            place = (name, "surface", member)
            yield _problem("lock-tool-changed", "tools", name, words, place=place, old=stored, new=live)
    behavior, actions = _object(entry.get("behavior")), set(map(str, _items(surface.get("actions"))))
    read_only = set(map(str, _items(behavior.get("readOnlyActions"))))
    hints = {
        "readOnlyHint": bool(actions) and read_only >= actions,
        "destructiveHint": bool(_items(behavior.get("destructiveActions"))),
    }
    yield from _hints((name, name), wire, hints)


def _hints(names: tuple[str, str], wire: JsonObject, expected: Mapping[str, bool]) -> Iterator[Problem]:
    exposed, tool = names
    annotations = _object(wire.get("annotations"))
    for hint, value in expected.items():
        if (annotations.get(hint) is True) != value:
            place = (tool, "behavior", _HINTS[hint])
            words = f"no longer has {hint} as locked"
            live = annotations.get(hint)
            yield _problem("lock-tool-changed", "tools", exposed, words, place=place, old=value, new=live)


def _flat(
    name: str, entry: JsonObject, names: Mapping[str, str], wire: Mapping[str, JsonObject]
) -> Iterator[Problem]:
    behavior = _object(entry.get("behavior"))
    flags = {hint: set(map(str, _items(behavior.get(member)))) for hint, member in _HINTS.items()}
    for exposed, action in names.items():
        if exposed in wire:
            yield from _hints((exposed, name), wire[exposed], {hint: action in flags[hint] for hint in flags})
        else:
            yield _problem("lock-tool-removed", "tools", exposed, _GONE, place=(name,))


def _prompts(locked: JsonObject, wire: Definitions) -> Iterator[Problem]:
    for name in locked:
        if name not in wire:
            yield _problem("lock-prompt-removed", "prompts", name, _GONE)
    for name, found in wire.items():
        if name not in locked:
            yield _problem("lock-prompt-added", "prompts", name, "is not in the lock", new=found[0])
        else:
            yield from _prompt(name, _object(locked[name]), found[0])


def _prompt(name: str, entry: JsonObject, definition: JsonObject) -> Iterator[Problem]:
    for member in ("description", "title"):
        old, new = entry.get(member), definition.get(member)
        if old != new:
            words, place = f"has another {member}", (name, member)
            yield _problem("lock-prompt-changed", "prompts", name, words, place=place, old=old, new=new)
    locked, live = entry.get("arguments"), _arguments(definition)
    # Their order is the order of a locale, which no wire shows: what counts is which they are.
    if sorted(map(canonical, _items(locked))) != sorted(map(canonical, live)):
        words, place = "has other arguments", (name, "arguments")
        yield _problem("lock-prompt-changed", "prompts", name, words, place=place, old=locked, new=live)


def _arguments(definition: JsonObject) -> list[Json]:
    """Write arguments as a lock holds them."""
    return [
        {
            "name": _object(argument).get("name"),
            "description": _object(argument).get("description"),
            "required": _object(argument).get("required") is True,
        }
        for argument in _items(definition.get("arguments"))
    ]
