"""Compares locked client configuration with the files in a repository, as ToolPin's `doctor` does."""

import tomllib
from collections.abc import Iterator, Mapping

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.jcs import sri_digest
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.toolpin_json import canonical, pruned
from toolpin_ci.errors import JsonError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.toolpin.client_config import ROOTS
from toolpin_ci.toolpin.entry import record, records
from toolpin_ci.values import dataclass

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

_SECRETS = ("env", "environment", "headers", "http_headers")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How a client's file stands: ToolPin's word for it, and the places where the configurations differ."""

    kind: str
    """`missing`, `drift`, `unreadable` or `invalid`; empty where all is well."""
    places: tuple[str, ...] = ()
    """JSON Pointers below the server; names alone, because values may be secrets."""
    found: Json = None
    """What the file holds without the values of variables and headers; for a fingerprint alone."""


def judge_file(entry: JsonObject, text: str | None) -> Verdict:
    """Compare a client's file with what a lock entry generates for it."""
    expected, client = expected_config(entry), str(entry.get("client"))
    if expected is None:
        return Verdict(kind="invalid")
    found = _installed(str(entry.get("name")), client, text)
    if isinstance(found, Verdict):
        return found
    if is_same(found, expected):
        return Verdict(kind="")
    return Verdict(kind="drift", places=tuple(_places(pruned(expected), pruned(found))), found=_veiled(found))


def judge_digest(entry: JsonObject, client: str, text: str | None) -> Verdict:
    """Compare a client's file with the draft's `configDigest`: of the server alone, or with its root."""
    name = str(entry.get("name"))
    found = _installed(name, client, text)
    if isinstance(found, Verdict):
        return found
    fragments: tuple[Json, ...] = (found, {ROOTS.get(client, "mcpServers"): {name: found}})
    if entry.get("configDigest") in [sri_digest(fragment) for fragment in fragments]:
        return Verdict(kind="")
    return Verdict(kind="drift", places=("",), found=_veiled(found))


def _installed(name: str, client: str, text: str | None) -> Json | Verdict:
    if text is None:
        return Verdict(kind="missing")
    try:
        found = server_config(_read(text, client), name, client)
    except (JsonError, ValueError):
        return Verdict(kind="unreadable")
    return Verdict(kind="missing") if found is None else found


def _veiled(config: Json) -> Json:
    """Keep the names of variables and headers and drop what they hold."""
    if not isinstance(config, Mapping):
        return config
    return {
        name: sorted(value) if name in _SECRETS and isinstance(value, Mapping) else _veiled(value)
        for name, value in config.items()
    }


def check_file(entry: JsonObject, text: str | None) -> str | None:
    """Name what is wrong as ToolPin does; None for nothing."""
    return judge_file(entry, text).kind or None


def _places(expected: Json, found: Json, place: str = "") -> Iterator[str]:
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for name in sorted({*expected, *found}):
            if name not in expected or name not in found:
                yield place + join(name)
            else:
                yield from _places(expected[name], found[name], place + join(name))
    elif not is_same(expected, found):
        yield place


def _read(text: str, client: str) -> Json:
    if client == "codex":
        return _plain(tomllib.loads(text))
    if client == "continue":
        return _yaml(text)
    return parse(text)


def _yaml(text: str) -> Json:
    from ruamel.yaml import YAML  # noqa: PLC0415 - one client of twelve pays for it
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - as above

    try:
        return _plain(YAML(typ="safe", pure=True).load(text))
    except YAMLError as error:
        raise ValueError(str(error)) from error


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(key): _plain(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(child) for child in value]
    if isinstance(value, float):
        return Number(repr(value))
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)
