"""Reads a registry entry as ToolPin normalises it."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.collation import locale_key
from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.canon.toolpin_entry import is_capability_manifest
from toolpin_ci.canon.web_url import web_url
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.toolpin.versions import has_digest, is_file_hash, is_floating
from toolpin_ci.values import dataclass

_META = "dev.toolpin/"
_OFFICIAL_META = "io.modelcontextprotocol.registry/official"


def record(value: Json) -> JsonObject:
    """Give an object, an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def records(value: Json) -> Sequence[JsonObject]:
    """Give the objects of a list."""
    return [record(item) for item in value] if isinstance(value, (list, tuple)) else []


def _distinct(values: Sequence[Json]) -> list[str]:
    return list(dict.fromkeys(value for value in values if isinstance(value, str) and value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One server of a registry, with everything that trust and configuration are derived from."""

    raw: JsonObject
    meta: JsonObject
    source: str
    mode: str

    @property
    def name(self) -> str:
        """The registry name."""
        return str(self.raw.get("name"))

    @property
    def packages(self) -> Sequence[JsonObject]:
        """The declared packages."""
        return records(self.raw.get("packages"))

    @property
    def remotes(self) -> Sequence[JsonObject]:
        """The declared endpoints."""
        return records(self.raw.get("remotes"))

    @property
    def repository(self) -> str:
        """The URL of the source repository, or nothing."""
        url = record(self.raw.get("repository")).get("url")
        return url if isinstance(url, str) else ""

    @property
    def transports(self) -> list[str]:
        """All transports, packages first."""
        of_packages = [record(package.get("transport")).get("type") for package in self.packages]
        return _distinct([*of_packages, *(remote.get("type") for remote in self.remotes)])

    @property
    def is_latest(self) -> bool:
        """Tell whether the official registry calls this the latest version."""
        return record(self.meta.get(_OFFICIAL_META)).get("isLatest") is True

    @property
    def needs_secrets(self) -> bool:
        """Tell whether an environment variable or a header is a secret."""
        return any(bool(item.get("isSecret")) for item, _ in self.inputs)

    @property
    def inputs(self) -> list[tuple[JsonObject, str]]:
        """Every environment variable and header, with where it goes."""
        variables = (
            item for package in self.packages for item in records(package.get("environmentVariables"))
        )
        headers = (item for remote in self.remotes for item in records(remote.get("headers")))
        return [*((item, "env") for item in variables), *((item, "header") for item in headers)]

    def note(self, name: str) -> Json:
        """Give what `_meta` holds under ToolPin's own name."""
        own = record(self.raw.get("_meta")).get(_META + name)
        return self.meta.get(_META + name) if own is None else own

    @property
    def has_manifest(self) -> bool:
        """Tell whether the entry brings a capability manifest of its own."""
        return is_capability_manifest(self.note("capabilities"))

    @property
    def is_installable(self) -> bool:
        """Tell whether ToolPin would write configuration for it."""
        if not self.packages and not self.remotes:
            return False
        return self.mode == "installable" or (self.source != "glama" and self._is_verifiable)

    @property
    def _is_verifiable(self) -> bool:
        remotes = any(_is_https(remote.get("url")) for remote in self.remotes)
        return remotes or any(_is_verifiable_package(package) for package in self.packages)


def _is_https(url: Json) -> bool:
    parsed = web_url(url) if isinstance(url, str) else None
    return parsed is not None and parsed.scheme == "https"


def _is_verifiable_package(package: JsonObject) -> bool:
    version = package.get("version")
    match package.get("registryType"):
        case "oci":
            return has_digest(package.get("identifier"))
        case "mcpb":
            return is_file_hash(package.get("fileSha256")) and _is_https(package.get("identifier"))
        case "npm":
            return isinstance(version, str) and bool(version) and not is_floating(version)
        case _:
            return False


def server_of(entry: Json) -> Server:
    """Read one registry entry."""
    raw, meta = record(record(entry).get("server")), record(record(entry).get("_meta"))
    if not isinstance(raw.get("name"), str):
        raise ToolpinError("a registry entry without a server name")
    noted = record(meta.get(_META + "source")) or record(record(raw.get("_meta")).get(_META + "source"))
    source, fallback = record(entry).get("source"), noted.get("source")
    named = source if isinstance(source, str) else fallback if isinstance(fallback, str) else "official"
    mode = "discovery" if noted.get("mode") == "discovery" else "installable"
    return Server(raw=raw, meta=meta, source=named, mode=mode)


def launch_target(server: Server) -> JsonObject | None:
    """Choose what ToolPin would start: a streamable endpoint, any endpoint, an image, a bundle, a package."""
    remotes, packages = server.remotes, server.packages
    streamable = [remote for remote in remotes if remote.get("type") == "streamable-http"]
    if remotes:
        return {"kind": "remote", "remote": (streamable or remotes)[0]}
    for kind in ("oci", "mcpb"):
        for package in packages:
            if package.get("registryType") == kind:
                return {"kind": "package", "pkg": package}
    return {"kind": "package", "pkg": packages[0]} if packages else None


def capability_manifest(server: Server, generated_at: str) -> JsonObject:
    """Derive the manifest that a lock holds, before any probe."""
    urls = (web_url(remote["url"]) for remote in server.remotes if isinstance(remote.get("url"), str))  # type: ignore[arg-type]
    hosts = [url.host for url in urls if url is not None]
    manifest: dict[str, Json] = {
        "version": 1,
        "serverName": server.name,
        "registrySource": server.source,
        "packageTypes": _sorted([package.get("registryType") for package in server.packages]),
        "transports": _sorted(list(server.transports)),
        "remoteHosts": _sorted(hosts),
        "secrets": _secrets(server),
        "generatedAt": generated_at,
    }
    if "version" in server.raw:
        manifest["serverVersion"] = server.raw["version"]
    return manifest


def _sorted(values: Sequence[Json]) -> list[Json]:
    ordered: list[str] = sorted(_distinct(values), key=utf16)
    return [*ordered]


def _secrets(server: Server) -> list[Json]:
    rows = [
        {"name": item.get("name"), "source": place, "required": item.get("isRequired") is True}
        for item, place in server.inputs
        if item.get("isSecret") or item.get("isRequired")
    ]
    if len(rows) > 1:
        rows.sort(key=lambda row: locale_key(f"{row['source']}:{row['name']}"))
    return list(rows)
