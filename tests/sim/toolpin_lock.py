"""Writes lockfiles as ToolPin writes them: hashes of the tools, and never their words."""

import json
from collections.abc import Sequence
from typing import Any

from toolpin_ci.canon.toolpin import entry_integrity
from toolpin_ci.locks.toolpin_pins import HASH_MEMBERS, pins_of_tools

NOW = "2026-11-18T10:00:00.000Z"


def entry(
    name: str,
    tools: Sequence[dict[str, Any]],
    *,
    client: str = "claude",
    hashes: Sequence[str] = HASH_MEMBERS,
    **members: Any,
) -> dict[str, Any]:
    """One entry with the chosen hashes of these tools."""
    pins = {member: {**pins_of_tools(tools)[member], "generatedAt": NOW} for member in hashes}
    manifest = {
        "version": 1,
        "serverName": name,
        "serverVersion": "1.2.3",
        "registrySource": "official",
        "packageTypes": ["pypi"],
        "transports": ["stdio"],
        "remoteHosts": [],
        "secrets": [],
        "generatedAt": NOW,
        **pins,
    }
    target = {"kind": "package", "registryType": "pypi", "identifier": "files", "version": "1.2.3"}
    config = {"mcpServers": {name: {"command": "uvx", "args": ["files==1.2.3"], "env": {}}}}
    document = {
        "name": name,
        "version": "1.2.3",
        "client": client,
        "scope": "project",
        "selectedTarget": target,
        "config": config,
        "notes": ["Requires uv/uvx on PATH."],
        "trust": {"score": 50, "tier": "unverified", "evidence": [], "badges": [], "issues": []},
        "capabilityManifest": manifest,
        "resolvedAt": NOW,
        "lockedAt": NOW,
        "resolved": {"source": "official", "name": name, "version": "1.2.3"},
        "original": {"name": name, "version": "1.2.3", "client": client},
        "locked": {"selectedTarget": target, "config": config, "capabilityManifest": manifest},
        **members,
    }
    return {**document, "integrity": entry_integrity(document)}


def lockfile(*entries: dict[str, Any]) -> str:
    """A whole lockfile."""
    servers = {f"{found['name']}:{found['client']}": found for found in entries}
    return json.dumps({"lockfileVersion": 2, "generatedAt": NOW, "servers": servers}, indent=2) + "\n"
