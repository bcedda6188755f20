"""Writes a mcp-fusion or vurb lock from tool contracts and prompts, as the framework does."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.fusion import root_digest, stored_digest
from toolpin_ci.canon.fusion_contract import prompt_entry, tool_entry
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

LOST = "__proto__"
"""A name that JavaScript drops from a plain object; the original still hashes a prompt of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """What the framework would lock now: entries of tools and prompts, and the root over them."""

    tools: Mapping[str, JsonObject]
    prompts: Mapping[str, JsonObject]
    root: str


def fresh(contracts: Mapping[str, Json], prompts: Sequence[Json]) -> Fresh:
    """Materialise entries and the root digest; the last prompt of a name wins."""
    tools = {name: tool_entry(contract) for name, contract in contracts.items() if name != LOST}
    found = {_name(prompt): prompt_entry(prompt) for prompt in prompts}
    root = root_digest(_digests(tools), _digests(found))
    return Fresh(
        tools=tools, prompts={name: entry for name, entry in found.items() if name != LOST}, root=root
    )


def _name(prompt: Json) -> str:
    return str(prompt.get("name")) if isinstance(prompt, Mapping) else ""


def _digests(entries: Mapping[str, JsonObject]) -> Mapping[str, str]:
    return {name: stored_digest(name, entry) for name, entry in entries.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The members of a lock that no digest covers."""

    server: str
    version: str
    generated_at: str
    version_member: str = "vurbVersion"


def lock_document(now: Fresh, header: Header) -> JsonObject:
    """Put a lock together; prompts are left out where there are none."""
    capabilities: dict[str, Json] = {"tools": dict(now.tools)}
    if now.prompts:
        capabilities["prompts"] = dict(now.prompts)
    return {
        "lockfileVersion": 1,
        "serverName": header.server,
        header.version_member: header.version,
        "generatedAt": header.generated_at,
        "integrityDigest": now.root,
        "capabilities": capabilities,
    }
