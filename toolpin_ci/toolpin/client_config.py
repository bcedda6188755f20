"""Generates the configuration that ToolPin would write for each of its twelve clients."""

from collections.abc import Callable, Mapping, Sequence

from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.toolpin.entry import Server, launch_target, record, records
from toolpin_ci.values import dataclass

ROOTS: Mapping[str, str] = {
    "opencode": "mcp",
    "vscode": "servers",
    "codex": "mcp_servers",
    "zed": "context_servers",
}
"""The member under which a client keeps its servers, where it is not `mcpServers`."""

_OCI_NOTE = "Requires Docker-compatible runtime. Review mounts and network policy before running."


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientConfig:
    """A client's configuration for one server, and what a person should know about it."""

    config: JsonObject
    notes: tuple[str, ...]


def client_config(server: Server, client: str) -> ClientConfig:
    """Generate one configuration; raise in ToolPin's words where it would not."""
    _check_support(server, client)
    target = launch_target(server)
    if target is None:
        version = server.raw.get("version")
        raise ToolpinError(f"No package or remote launch target found for {server.name}@{version}")
    if target["kind"] == "remote":
        note = "Remote server selected; no local runtime install is required."
        return ClientConfig(
            config=_wrapped(client, server.name, _remote(record(target["remote"]), client)), notes=(note,)
        )
    local, note = _local(record(target["pkg"]), client)
    return ClientConfig(config=_wrapped(client, server.name, local), notes=(note,))


def _check_support(server: Server, client: str) -> None:
    support = record(server.note("clientSupport"))
    states = ("toolpin-installable", "external-setup", "unsupported")
    if support.get("default") not in states:
        return
    own = record(record(support.get("clients")).get(client))
    chosen = own if own.get("status") in states else {"status": support["default"]}
    if chosen["status"] == "toolpin-installable":
        return
    name = f"{server.name}@{server.raw.get('version')}"
    if chosen["status"] == "unsupported":
        raise ToolpinError(f"{name} is not supported for {client} by this ToolPin curated entry.")
    commands = [str(item) for item in _texts(chosen.get("setupCommands")) if item]
    notes = chosen.get("notes")
    raise ToolpinError(
        f"{name} supports {client} through external setup, not ToolPin direct install."
        + (f" {notes}" if isinstance(notes, str) and notes else "")
        + (f" Setup: {'; '.join(commands)}" if commands else "")
    )


def _texts(value: Json) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, (list, tuple)) else []


def _present(**members: Json) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value is not None}


def _placeholder(client: str, name: Json) -> str:
    forms = {"windsurf": "${{env:{}}}", "gemini": "${{{}}}", "continue": "${{{{ secrets.{} }}}}"}
    return forms.get(client, "<{}>").format(name)


def _remote(remote: JsonObject, client: str) -> JsonObject:
    headers: dict[str, Json] = {
        str(header.get("name")): _placeholder(client, header.get("name"))
        for header in records(remote.get("headers"))
    }
    return _present(type=remote.get("type"), url=remote.get("url"), headers=headers or None)


def _local(package: JsonObject, client: str) -> tuple[JsonObject, str]:
    env: dict[str, Json] = {}
    for variable in records(package.get("environmentVariables")):
        default = variable.get("default")
        env[str(variable.get("name"))] = (
            _placeholder(client, variable.get("name")) if default is None else default
        )
    command = package.get("command")
    if isinstance(command, str) and command:
        args: Sequence[Json] = _texts(package.get("args"))
        return {"command": command, "args": args, "env": env}, _runtime_note(package)
    program, words, note = _launcher(package)
    return {"command": program, "args": list(words), "env": env}, note


def _runtime_note(package: JsonObject) -> str:
    hint = package.get("runtimeHint")
    if hint == "bun":
        return "Requires Bun on PATH."
    if hint == "docker":
        return _OCI_NOTE
    if hint:
        return f"Requires {hint} on PATH."
    return "Uses the command declared by registry metadata; review generated arguments before running."


def _launcher(package: JsonObject) -> tuple[Json, list[str], str]:
    kind, extra = package.get("registryType"), _texts(package.get("packageArguments"))
    if kind == "npm" and package.get("runtimeHint") == "bun":
        return "bunx", [_spec(package, "@"), *extra], "Requires Bun and bunx on PATH."
    known = _launchers(package, str(package.get("identifier")), extra)
    if isinstance(kind, str) and kind in known:
        return known[kind]
    note = f"Unknown registry type {'undefined' if kind is None else kind}; generated a placeholder command."
    return package.get("identifier"), extra, note


def _launchers(
    package: JsonObject, identifier: str, extra: list[str]
) -> Mapping[str, tuple[str, list[str], str]]:
    docker = ["run", "--rm", "-i", *_docker_env(package), identifier]
    return {
        "npm": ("npx", ["-y", _spec(package, "@"), *extra], "Requires Node.js and npm/npx on PATH."),
        "pypi": ("uvx", [_spec(package, "==")], "Requires uv/uvx on PATH."),
        "nuget": ("dnx", [_spec(package, "@")], "Requires .NET SDK dnx support on PATH."),
        "cargo": (identifier, [], "Requires a prior `cargo install` and compiled binary on PATH."),
        "oci": ("docker", docker, _OCI_NOTE),
        "mcpb": ("mcpb", ["run", identifier], "MCPB bundle requires a compatible MCPB installer/runtime."),
    }


def _spec(package: JsonObject, joint: str) -> str:
    version = package.get("version")
    return f"{package.get('identifier')}{joint}{version}" if version else str(package.get("identifier"))


def _docker_env(package: JsonObject) -> list[str]:
    names = [item.get("name") for item in records(package.get("environmentVariables"))]
    return [word for name in dict.fromkeys(str(name) for name in names if name) for word in ("-e", name)]


def _wrapped(client: str, name: str, config: JsonObject) -> JsonObject:
    shape = _SHAPES.get(client, dict)
    if client == "continue":
        servers: list[Json] = [{"name": name, **shape(config)}]
        return {"name": "ToolPin Config", "version": "1.0.0", "schema": "v1", "mcpServers": servers}
    wrapped: dict[str, Json] = {ROOTS.get(client, "mcpServers"): {name: shape(config)}}
    return {"$schema": "https://opencode.ai/config.json", **wrapped} if client == "opencode" else wrapped


def _plain(config: JsonObject) -> JsonObject:
    return {name: value for name, value in config.items() if name != "type"}


def _codex(config: JsonObject) -> JsonObject:
    if "url" not in config:
        return config
    return _present(url=config["url"], http_headers=config.get("headers"))


def _opencode(config: JsonObject) -> JsonObject:
    if "url" in config:
        return _present(type="remote", url=config["url"], enabled=True, headers=config.get("headers"))
    command: list[Json] = [config.get("command"), *_texts(config.get("args"))]
    return {"type": "local", "command": command, "enabled": True, "environment": config.get("env")}


def _windsurf(config: JsonObject) -> JsonObject:
    if "url" in config:
        return _present(serverUrl=config["url"], headers=config.get("headers"))
    return config


def _cline(config: JsonObject) -> JsonObject:
    kind = {"type": "streamableHttp"} if config.get("type") == "streamable-http" else {}
    return {**config, **kind, "disabled": False, "autoApprove": []}


def _gemini(config: JsonObject) -> JsonObject:
    if "url" not in config:
        return config
    member = "httpUrl" if config.get("type") == "streamable-http" else "url"
    return {member: config["url"], **_present(headers=config.get("headers"))}


def _continue(config: JsonObject) -> JsonObject:
    if "url" not in config:
        return config
    options: Json = {"headers": config["headers"]} if config.get("headers") else None
    return _present(type=config.get("type"), url=config["url"], requestOptions=options)


def _roo(config: JsonObject) -> JsonObject:
    return {**config, "disabled": False}


_SHAPES: Mapping[str, Callable[[JsonObject], JsonObject]] = {
    "codex": _codex,
    "opencode": _opencode,
    "windsurf": _windsurf,
    "cline": _cline,
    "gemini": _gemini,
    "continue": _continue,
    "zed": _plain,
    "roo": _roo,
}
