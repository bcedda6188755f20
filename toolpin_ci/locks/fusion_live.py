"""Compares a mcp-fusion or vurb lock with what a server lists: one tool for each action, or one for all."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.collation import CollationError
from toolpin_ci.canon.fusion import value_digest
from toolpin_ci.canon.fusion_contract import prompt_entry
from toolpin_ci.canon.pointer import join
from toolpin_ci.locks.base import Problem
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

_DEFAULT = "default"


def compare_live(document: JsonObject, surface: Surface) -> tuple[Problem, ...]:
    """List every difference that a client can see."""
    wire = _definitions(surface, "tools")
    locked = _section(document, "tools")
    expected: set[str] = set()
    problems: list[Problem] = []
    for name, entry in locked.items():
        names, found = _tool(name, _object(entry), wire)
        expected |= names
        problems.extend(found)
    problems.extend(
        _problem("lock-tool-added", "tools", name, "is not in the lock")
        for name in wire
        if name not in expected
    )
    if "prompts" in surface.lists or _section(document, "prompts"):
        problems.extend(_prompts(_section(document, "prompts"), _definitions(surface, "prompts")))
    return tuple(problems)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def _section(document: JsonObject, name: str) -> JsonObject:
    return _object(_object(document.get("capabilities")).get(name))


def _definitions(surface: Surface, name: str) -> Mapping[str, JsonObject]:
    return {key: items[0].definition for key, items in surface.lists.get(name, {}).items()}


def _problem(code: str, kind: str, subject: str, words: str) -> Problem:
    message = Message(f"{kind.removesuffix('s')} {{name}} {words}", {"name": subject})
    pointer = "" if code.endswith("-added") else join("capabilities", kind, subject.partition(" ")[0])
    return Problem(code=code, message=message, pointer=pointer, subject=subject)


def _tool(name: str, entry: JsonObject, wire: Mapping[str, JsonObject]) -> tuple[set[str], Iterator[Problem]]:
    """Read the exposition from the names: a discriminator under the tool's own name is grouped."""
    if name in wire and _actions_on_wire(wire[name]):
        return {name}, _grouped(name, entry, wire[name])
    actions = [str(action) for action in _items(_object(entry.get("surface")).get("actions"))]
    names = {name if action == _DEFAULT else f"{name}_{action}": action for action in actions}
    return set(names), _flat(name, entry, names, wire)


def _actions_on_wire(definition: JsonObject) -> Sequence[Json]:
    properties = _object(_object(definition.get("inputSchema")).get("properties"))
    return _items(_object(properties.get("action")).get("enum"))


def _grouped(name: str, entry: JsonObject, wire: JsonObject) -> Iterator[Problem]:
    surface = _object(entry.get("surface"))
    if surface.get("description") != wire.get("description"):
        yield _problem("lock-tool-changed", "tools", name, "has another description")
    if surface.get("inputSchemaDigest") != value_digest(wire.get("inputSchema")):
        yield _problem("lock-tool-changed", "tools", name, "has another input schema")
    if sorted(map(str, _items(surface.get("actions")))) != sorted(map(str, _actions_on_wire(wire))):
        yield _problem("lock-tool-changed", "tools", name, "has other actions")
    behavior, actions = _object(entry.get("behavior")), set(map(str, _items(surface.get("actions"))))
    read_only = set(map(str, _items(behavior.get("readOnlyActions"))))
    hints = {
        "readOnlyHint": bool(actions) and read_only >= actions,
        "destructiveHint": bool(_items(behavior.get("destructiveActions"))),
    }
    yield from _hints(name, wire, hints)


def _hints(name: str, wire: JsonObject, expected: Mapping[str, bool]) -> Iterator[Problem]:
    annotations = _object(wire.get("annotations"))
    for hint, value in expected.items():
        if (annotations.get(hint) is True) != value:
            yield _problem("lock-tool-changed", "tools", name, f"no longer has {hint} as locked")


def _flat(
    name: str, entry: JsonObject, names: Mapping[str, str], wire: Mapping[str, JsonObject]
) -> Iterator[Problem]:
    behavior = _object(entry.get("behavior"))
    flags = {
        hint: set(map(str, _items(behavior.get(member))))
        for hint, member in (("readOnlyHint", "readOnlyActions"), ("destructiveHint", "destructiveActions"))
    }
    for exposed, action in names.items():
        if exposed in wire:
            yield from _hints(exposed, wire[exposed], {hint: action in flags[hint] for hint in flags})
        else:
            yield _problem(
                "lock-tool-removed", "tools", exposed, f"of {name} is in the lock and not on the wire"
            )


def _prompts(locked: JsonObject, wire: Mapping[str, JsonObject]) -> Iterator[Problem]:
    for name in locked:
        if name not in wire:
            yield _problem("lock-prompt-removed", "prompts", name, "is in the lock and not on the wire")
    for name, definition in wire.items():
        if name not in locked:
            yield _problem("lock-prompt-added", "prompts", name, "is not in the lock")
        else:
            yield from _prompt(name, _object(locked[name]), definition)


def _prompt(name: str, entry: JsonObject, definition: JsonObject) -> Iterator[Problem]:
    for member in ("description", "title"):
        if entry.get(member) != definition.get(member):
            yield _problem("lock-prompt-changed", "prompts", name, f"has another {member}")
    try:
        arguments = prompt_entry({"name": name, "arguments": definition.get("arguments")})["argumentsDigest"]
    except CollationError:
        yield _problem("lock-order-unknown", "prompts", name, "has arguments whose order we do not reproduce")
    else:
        if entry.get("argumentsDigest") != arguments:
            yield _problem("lock-prompt-changed", "prompts", name, "has other arguments")
