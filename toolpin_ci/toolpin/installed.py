"""Compares locked client configuration with the files in a repository, as ToolPin's `doctor` does."""

import tomllib
from collections.abc import Mapping

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.toolpin_json import canonical, pruned
from toolpin_ci.errors import JsonError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.toolpin.client_config import ROOTS
from toolpin_ci.toolpin.entry import record, records

PROJECT_FILES: Mapping[str, str] = {
    "claude": ".mcp.json",
    "generic": ".mcp.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
    "codex": ".codex/config.toml",
    "opencode": "opencode.json",
    "gemini": ".gemini/settings.json",
    "roo": ".roo/mcp.json",
}
"""Where a client keeps its configuration inside a repository; the other clients have no such file."""


def server_config(config: Json, name: str, client: str) -> Json:
    """Find one server in a client's configuration; None where it is not there."""
    if client == "continue":
        servers = records(record(config).get("mcpServers"))
        return next((server for server in servers if server.get("name") == name), None)
    return record(record(config).get(ROOTS.get(client, "mcpServers"))).get(name)


def expected_config(entry: JsonObject) -> Json:
    """Give what a lock entry says a client's file should hold."""
    locked = record(entry.get("locked"))
    config = locked["config"] if locked.get("config") is not None else entry.get("config")
    return server_config(config, str(entry.get("name")), str(entry.get("client")))


def is_same(left: Json, right: Json) -> bool:
    """Compare two configurations; empty objects count as absent, because TOML leaves them out."""
    return canonical(pruned(left)) == canonical(pruned(right))


def check_file(entry: JsonObject, text: str | None) -> str | None:
    """Name what is wrong as ToolPin does: `missing`, `drift`, `unreadable`, `invalid`; None for nothing."""
    expected, client = expected_config(entry), str(entry.get("client"))
    if expected is None:
        return "invalid"
    if text is None:
        return "missing"
    try:
        found = server_config(_read(text, client), str(entry.get("name")), client)
    except (JsonError, tomllib.TOMLDecodeError, YAMLError, ValueError):
        return "unreadable"
    if found is None:
        return "missing"
    return None if is_same(found, expected) else "drift"


def _read(text: str, client: str) -> Json:
    if client == "codex":
        return _plain(tomllib.loads(text))
    if client == "continue":
        return _plain(YAML(typ="safe", pure=True).load(text))
    return parse(text)


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(key): _plain(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(child) for child in value]
    if isinstance(value, float):
        return Number(repr(value))
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)
