"""Recomputes a tool's digest from a server's manifest resource and the lock's own body."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from toolpin_ci.canon.ecmascript import STRINGIFY, write
from toolpin_ci.canon.fusion import PREFIX, canonical, sha256_hex
from toolpin_ci.canon.fusion_contract import (
    FLAGS,
    contract_components,
    contract_digest,
    entitlements_component,
    in_order,
    tool_entry,
)
from toolpin_ci.canon.pointer import join
from toolpin_ci.locks.base import Problem
from toolpin_ci.locks.fusion_entitlements import identifiers
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.model.message import Message

MANIFESTS = ("vurb://manifest.json", "fusion://manifest.json")
"""Where the framework offers its manifest, under its two names."""

_RULES_OVERHEAD, _AFFORDANCE_OVERHEAD = 50, 20
_HIDDEN = "has several entitlements, whose identifiers no manifest tells: its digest was not recomputed"


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def compare_manifest(document: JsonObject, manifest: Json) -> tuple[Problem, ...]:
    """Compare every locked tool with the manifest; a tool with entitlements hides part of what was hashed."""
    capabilities = _object(_object(manifest).get("capabilities"))
    live = _object(capabilities.get("tools"))
    locked = _object(_object(document.get("capabilities")).get("tools"))
    added = (_problem("lock-tool-added", name, "is not in the lock") for name in live if name not in locked)
    changed = (problem for name in locked for problem in _tool(name, _object(locked[name]), capabilities))
    return (*changed, *added)


def _problem(code: str, name: str, words: str) -> Problem:
    pointer = "" if code == "lock-tool-added" else join("capabilities", "tools", name)
    return Problem(
        code=code, message=Message(f"tool {{name}} {words}", {"name": name}), pointer=pointer, subject=name
    )


def _tool(name: str, entry: JsonObject, capabilities: JsonObject) -> Iterator[Problem]:
    tools = _object(capabilities.get("tools"))
    if name not in tools:
        yield _problem("lock-tool-removed", name, "is in the lock and not in the manifest")
        return
    contract = contract_of(name, entry, capabilities)
    flags = [flag for flag in FLAGS if _object(entry.get("entitlements")).get(flag) is True]
    if not flags:
        if entry.get("integrityDigest") != contract_digest(contract):
            yield _problem("lock-tool-changed", name, "is not what the lock's digest was made of")
    elif len(flags) > 1:
        yield from _visible(name, entry, contract)
        yield _problem("lock-not-comparable", name, _HIDDEN)
    elif not any(one == entry.get("integrityDigest") for one in _possible(contract, identifiers(flags[0]))):
        yield _problem("lock-tool-changed", name, "is not what the lock's digest was made of")


def _possible(contract: JsonObject, names: Sequence[str]) -> Iterator[str]:
    """Give the digest for every choice of identifiers that one entitlement may stand for."""
    parts = {**contract_components(contract)}
    entitlements = _object(contract.get("entitlements"))
    for size in range(1, len(names) + 1):
        for chosen in combinations(names, size):
            parts["entitlements"] = entitlements_component({**entitlements, "raw": list(chosen)})
            yield PREFIX + sha256_hex(":".join(parts.values()))


def _visible(name: str, entry: JsonObject, contract: JsonObject) -> Iterator[Problem]:
    """Compare member by member what both the lock and the manifest tell of a tool."""
    now = tool_entry(contract)
    for section in ("surface", "behavior"):
        old, new = _object(entry.get(section)), _object(now.get(section))
        for member in sorted({*old, *new}):
            if not same(old.get(member), new.get(member)):
                yield _problem("lock-tool-changed", name, f"has another {section} {member}")


def contract_of(name: str, entry: JsonObject, capabilities: JsonObject) -> JsonObject:
    """Put a contract together: the surface from the manifest, what no manifest shows from the lock."""
    tool = _object(_object(capabilities.get("tools")).get(name))
    behavior, tokens = _object(entry.get("behavior")), _object(entry.get("tokenEconomics"))
    return {
        "surface": _surface(name, tool, behavior),
        "behavior": {
            **behavior,
            "egressSchemaDigest": _egress(tool, _object(capabilities.get("presenters"))),
            "stateSyncFingerprint": None,
            "concurrencyFingerprint": None,
            "embeddedPresenters": [],
        },
        "tokenEconomics": {**tokens, "baseOverheadTokens": _overhead(behavior)},
        "entitlements": {**_object(entry.get("entitlements")), "raw": []},
    }


def _surface(name: str, tool: JsonObject, behavior: JsonObject) -> JsonObject:
    chain = _items(behavior.get("middlewareChain"))
    actions: dict[str, Json] = {
        key: _action(_object(action), has_middleware=f"{key}:mw" in chain)
        for key, action in _object(tool.get("actions")).items()
    }
    return {
        "name": name,
        **({"description": tool["description"]} if "description" in tool else {}),
        "tags": tool.get("tags"),
        "inputSchemaDigest": sha256_hex(canonical(tool.get("input_schema"))),
        "actions": actions,
    }


def _action(action: JsonObject, *, has_middleware: bool) -> JsonObject:
    required = action.get("required_fields")
    return {
        **{
            key: action[key]
            for key in ("description", "destructive", "idempotent", "readOnly")
            if key in action
        },
        **({"presenterName": action["returns_presenter"]} if "returns_presenter" in action else {}),
        "requiredFields": required,
        "inputSchemaDigest": sha256_hex(write(required, STRINGIFY)),
        "hasMiddleware": has_middleware,
    }


def _egress(tool: JsonObject, presenters: JsonObject) -> Json:
    named = {
        str(_object(action).get("returns_presenter")) for action in _object(tool.get("actions")).values()
    }
    keys = {str(key) for name in named for key in _items(_object(presenters.get(name)).get("schema_keys"))}
    return sha256_hex(",".join(in_order(list(keys)))) if keys else None


def _overhead(behavior: JsonObject) -> int:
    rules = 0 if behavior.get("systemRulesFingerprint") == "none" else _RULES_OVERHEAD
    return rules + _AFFORDANCE_OVERHEAD * len(_items(behavior.get("affordanceTopology")))
