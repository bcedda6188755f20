"""Writes the canonical JSON of mcp-fusion and vurb, and the digests that a lockfile alone determines."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from toolpin_ci.canon.ecmascript import Dialect, number, property_order, sorted_members, utf16, write
from toolpin_ci.errors import LockfileError
from toolpin_ci.model.jsonvalue import Json, JsonObject

PREFIX = "sha256:"


def _members(value: JsonObject) -> list[tuple[str, Json]]:
    # The original rebuilds objects by assignment, where this key sets the prototype and is lost.
    return [(key, child) for key, child in sorted_members(value) if key != "__proto__"]


_DIALECT = Dialect(members=_members, number=number)


def canonical(value: Json) -> str:
    """Write a value as the original's `canonicalize` does."""
    return write(value, _DIALECT)


def pretty(value: Json) -> str:
    """Write a lockfile as the original's `serializeLockfile` does."""
    return write(value, _DIALECT, indent="  ") + "\n"


def sha256_hex(text: str) -> str:
    """Hash a text as every digest here does: lower-case hex."""
    return sha256(text.encode()).hexdigest()


def value_digest(value: Json) -> str:
    """Hash a value's canonical text, with the prefix that stored digests carry."""
    return PREFIX + sha256_hex(canonical(value))


def arguments_digest(prompt: JsonObject) -> str:
    """Compute a prompt's `argumentsDigest` from its arguments, which the lock holds in their order."""
    return value_digest(prompt.get("arguments"))


def prompt_digest(name: str, prompt: JsonObject) -> str:
    """Compute a prompt's `integrityDigest` from its members."""
    members = ("description", "title", "tags", "arguments", "hasMiddleware", "hydrationTimeout")
    return value_digest({"name": name, **{member: prompt[member] for member in members if member in prompt}})


def tools_digest(digests: Mapping[str, str]) -> str:
    """Combine the digests of all tools into the server's tool digest: bare hex."""
    return sha256_hex(_lines((name, digests[name].removeprefix(PREFIX)) for name in _by_name(digests)))


def root_digest(tools: Mapping[str, str], prompts: Mapping[str, str] | None) -> str:
    """Combine tool and prompt digests into the lock's `integrityDigest`."""
    server = tools_digest(tools)
    if not prompts:
        return PREFIX + server
    lines = _lines((name, prompts[name]) for name in _by_name(prompts))
    return PREFIX + sha256_hex(f"{server}\n---prompts---\n{lines}")


def _by_name(names: Iterable[str]) -> list[str]:
    return sorted(names, key=utf16)


def _lines(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name}:{digest}" for name, digest in pairs)


def lock_root(document: Json) -> str:
    """Recompute a lock's root: stored digests of tools, digests of prompts from their members."""
    tools = _section(document, "tools")
    prompts = _section(document, "prompts")
    return root_digest(
        {name: stored_digest(name, entry) for name, entry in tools.items()},
        {name: prompt_digest(name, _entry(name, entry)) for name, entry in prompts.items()},
    )


def _section(document: Json, name: str) -> JsonObject:
    capabilities = document.get("capabilities") if isinstance(document, Mapping) else None
    if not isinstance(capabilities, Mapping):
        raise LockfileError("a fusion or vurb lockfile needs an object `capabilities`")
    section = capabilities.get(name, {})
    if not isinstance(section, Mapping):
        raise LockfileError(f"`capabilities.{name}` is not a JSON object")
    return {key: section[key] for key in property_order(section)}


def _entry(name: str, entry: Json) -> JsonObject:
    if isinstance(entry, Mapping):
        return entry
    raise LockfileError(f"the entry of {name} is not a JSON object")


def stored_digest(name: str, entry: Json) -> str:
    """Read the `integrityDigest` of a tool's entry."""
    digest = _entry(name, entry).get("integrityDigest")
    if isinstance(digest, str):
        return digest
    raise LockfileError(f"the entry of {name} has no string `integrityDigest`")
