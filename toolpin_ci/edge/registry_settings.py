"""Finds registries: our configuration first, then each client's own settings, then the client itself."""

import base64
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from toolpin_ci.edge import docker_settings, pip_settings
from toolpin_ci.edge.npm_settings import NpmSettings, read_npm
from toolpin_ci.model.pin import Registry

_ASK_SECONDS = 20
_PIP_DEFAULT = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"


class RegistrySettings:
    """Where registries are on this machine; fulfils the port `Registries`."""

    def __init__(
        self, environment: Mapping[str, str], workspace: Path, configured: Mapping[str, str] | None = None
    ) -> None:
        """Take `configured`, an address by kind (`npm`, `pypi`), which wins over every client's settings."""
        self._environment = environment
        self._workspace = workspace
        self._configured = configured or {}
        self._npm_settings: NpmSettings | None = None
        self._asked: dict[str, str] = {}

    def find(self, kind: str, identifier: str, base_url: str) -> Registry | None:
        """Give the registry of a package, with the credentials for `base_url` where that names one."""
        match kind:
            case "npm":
                return self._npm(identifier, base_url)
            case "pypi":
                return self._pypi(base_url)
            case "oci":
                return self._oci(identifier)
            case _:
                return None

    def private_hosts(self) -> frozenset[str]:
        """Name the hosts that the operator's own configuration trusts, wherever their network is."""
        return frozenset(filter(None, (urlsplit(url).hostname for url in self._configured.values())))

    def _npm(self, identifier: str, base_url: str) -> Registry | None:
        if self._npm_settings is None:
            self._npm_settings = read_npm(self._environment, self._workspace)
        settings = self._npm_settings
        named = {
            "the configuration": self._configured.get("npm", ""),
            "the lock": base_url,
            "npm's settings": settings.registry_of(identifier),
        }
        source, url = _first(named) or ("npm itself", self._ask("npm", _npm_command()))
        if not url:
            return None
        plain, inline = _without_credentials(url)
        return Registry(url=plain, authorization=inline or settings.authorization_for(plain), source=source)

    def _pypi(self, base_url: str) -> Registry | None:
        index = pip_settings.index_url(self._environment)
        named = {
            "the configuration": self._configured.get("pypi", ""),
            "the lock": _simple(base_url),
            "pip's settings": index,
        }
        source, url = _first(named) or ("pip itself", self._ask("pip", _pip_command()))
        if not url:
            return None
        plain, inline = _without_credentials(url)
        known, credentials = _without_credentials(index)
        same = urlsplit(known).netloc == urlsplit(plain).netloc
        return Registry(url=plain, authorization=inline or (credentials if same else ""), source=source)

    def _oci(self, host: str) -> Registry:
        authorization = docker_settings.authorization_for(host, self._environment)
        return Registry(url=f"https://{host}", authorization=authorization, source="the image's name")

    def _ask(self, client: str, command: list[str]) -> str:
        """Ask a client for its own default, once, from a folder whose files cannot speak to it."""
        if client not in self._asked:
            self._asked[client] = _output(command, self._environment) if command else ""
        return self._asked[client]


def _first(named: Mapping[str, str]) -> tuple[str, str] | None:
    return next(((source, url) for source, url in named.items() if url), None)


def _npm_command() -> list[str]:
    npm = shutil.which("npm")
    return [npm, "config", "get", "registry"] if npm else []


def _pip_command() -> list[str]:
    return [sys.executable, "-I", "-c", _PIP_DEFAULT]


def _output(command: list[str], environment: Mapping[str, str]) -> str:
    try:
        done = subprocess.run(
            command,
            cwd="/",
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ASK_SECONDS,
            check=True,
            encoding="utf-8",
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    lines = done.stdout.split()
    return lines[-1] if lines and "://" in lines[-1] else ""


def _without_credentials(url: str) -> tuple[str, str]:
    """Take a user name and password out of an address, as a header for its host."""
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url, ""
    words = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}".encode()
    plain = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return plain, f"Basic {base64.b64encode(words).decode('ascii')}"


def _simple(base_url: str) -> str:
    """Complete an address as registry documents write it, which name the host and not the index below it."""
    if not base_url or urlsplit(base_url).path.strip("/"):
        return base_url
    return f"{base_url.rstrip('/')}/simple/"
