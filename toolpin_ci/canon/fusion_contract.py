"""Computes what mcp-fusion and vurb derive from a tool contract or a prompt: digests and lock entries."""

from collections.abc import Iterable, Mapping, Sequence

from toolpin_ci.canon.collation import locale_key
from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.canon.fusion import PREFIX, canonical, prompt_digest, sha256_hex, value_digest
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject

FLAGS = ("filesystem", "network", "subprocess", "crypto", "codeEvaluation")
"""The entitlements that a lock records."""

_ACTION = (
    *("description", "destructive", "idempotent", "readOnly", "requiredFields"),
    *("presenterName", "inputSchemaDigest", "hasMiddleware"),
)
_BEHAVIOR = (
    *("egressSchemaDigest", "systemRulesFingerprint", "cognitiveGuardrails", "middlewareChain"),
    *("stateSyncFingerprint", "concurrencyFingerprint", "affordanceTopology", "embeddedPresenters"),
)
_TOKENS = ("schemaFieldCount", "unboundedCollection", "baseOverheadTokens", "inflationRisk")
_LOCKED_BEHAVIOR = (
    *("systemRulesFingerprint", "cognitiveGuardrails", "middlewareChain", "affordanceTopology"),
)


def section(value: Json, name: str) -> JsonObject:
    """Take a member that must be an object."""
    found = value.get(name) if isinstance(value, Mapping) else None
    if isinstance(found, Mapping):
        return found
    raise ToolpinError(f"a contract without an object `{name}`")


def in_order(names: Json) -> list[str]:
    """Sort names in UTF-16 order, as JavaScript's `sort` does."""
    return sorted((str(name) for name in _items(names)), key=utf16)


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def _picked(value: JsonObject, names: Iterable[str]) -> dict[str, Json]:
    return {name: value[name] for name in names if name in value}


def contract_digest(contract: Json) -> str:
    """Compute a tool's `integrityDigest` from its whole contract."""
    return PREFIX + sha256_hex(":".join(contract_components(contract).values()))


def contract_components(contract: Json) -> Mapping[str, str]:
    """Hash the four sections of a contract: bare hex each."""
    sections = {
        "surface": _surface(section(contract, "surface")),
        "behavior": _picked(section(contract, "behavior"), _BEHAVIOR),
        "tokenEconomics": _picked(section(contract, "tokenEconomics"), _TOKENS),
    }
    hashed = {name: sha256_hex(canonical(value)) for name, value in sections.items()}
    return {**hashed, "entitlements": entitlements_component(section(contract, "entitlements"))}


def entitlements_component(entitlements: JsonObject) -> str:
    """Hash the entitlements of a contract, with the identifiers that they were found by."""
    return sha256_hex(canonical(_entitlements(entitlements)))


def _surface(surface: JsonObject) -> JsonObject:
    actions = section(surface, "actions")
    return {
        **_picked(surface, ("name", "description", "inputSchemaDigest")),
        "tags": in_order(surface.get("tags")),
        "actions": [
            {"key": key, **_picked(section(actions, key), _ACTION)} for key in in_order(list(actions))
        ],
    }


def _entitlements(entitlements: JsonObject) -> JsonObject:
    return {**_picked(entitlements, FLAGS), "raw": in_order(entitlements.get("raw"))}


def tool_entry(contract: Json) -> JsonObject:
    """Write a tool as a lock holds it."""
    surface, behavior = section(contract, "surface"), section(contract, "behavior")
    return {
        "integrityDigest": contract_digest(contract),
        "surface": {
            "description": surface.get("description"),
            "tags": in_order(surface.get("tags")),
            "inputSchemaDigest": _prefixed(surface.get("inputSchemaDigest")),
            "actions": in_order(list(section(surface, "actions"))),
        },
        "behavior": {
            **_picked(behavior, _LOCKED_BEHAVIOR),
            "egressSchemaDigest": _prefixed(behavior.get("egressSchemaDigest")),
            "destructiveActions": _actions_with(surface, "destructive"),
            "readOnlyActions": _actions_with(surface, "readOnly"),
        },
        "tokenEconomics": _picked(section(contract, "tokenEconomics"), _without_overhead()),
        "entitlements": _picked(section(contract, "entitlements"), FLAGS),
    }


def _without_overhead() -> tuple[str, ...]:
    return tuple(name for name in _TOKENS if name != "baseOverheadTokens")


def _prefixed(digest: Json) -> Json:
    return None if digest is None else f"{PREFIX}{digest}"


def _actions_with(surface: JsonObject, flag: str) -> list[Json]:
    actions = section(surface, "actions")
    return [key for key in in_order(list(actions)) if section(actions, key).get(flag) is True]


def prompt_entry(prompt: Json) -> JsonObject:
    """Write a prompt as a lock holds it; arguments stand in the order of a locale."""
    if not isinstance(prompt, Mapping) or not isinstance(prompt.get("name"), str):
        raise ToolpinError("a prompt without a string `name`")
    arguments = [_argument(argument) for argument in _items(prompt.get("arguments"))]
    if len({str(argument["name"]) for argument in arguments}) > 1:
        arguments.sort(key=lambda argument: locale_key(str(argument["name"])))
    entry: dict[str, Json] = {
        "description": prompt.get("description"),
        "title": prompt.get("title"),
        "tags": list(in_order(prompt.get("tags"))),
        "arguments": list(arguments),
        "hasMiddleware": prompt.get("hasMiddleware") is True,
        "hydrationTimeout": prompt.get("hydrationTimeout"),
    }
    digest = prompt_digest(str(prompt["name"]), entry)
    return {**entry, "argumentsDigest": value_digest(entry["arguments"]), "integrityDigest": digest}


def _argument(argument: Json) -> JsonObject:
    if not isinstance(argument, Mapping):
        raise ToolpinError("a prompt's argument is a JSON object")
    return {
        "name": argument.get("name"),
        "description": argument.get("description"),
        "required": argument.get("required") is True,
    }
