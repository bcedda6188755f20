"""Finds registries: our configuration first, then each client's own settings, then the client itself."""

import base64
import shutil
import subprocess
import sys
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from toolpin_ci.canon.web_address import is_loopback
from toolpin_ci.edge import docker_settings, pip_settings
from toolpin_ci.edge.addresses import Reach
from toolpin_ci.edge.npm_settings import NpmSettings, read_npm
from toolpin_ci.model.config import RegistryPlaces
from toolpin_ci.model.pin import Registry
from toolpin_ci.values import replace

_ASK_SECONDS = 20
_PIP_DEFAULT = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"


class RegistrySettings:
    """Where registries are on this machine; fulfils the port `Registries`."""

    def __init__(
        self,
        environment: Mapping[str, str],
        project_npmrc: str = "",
        configured: RegistryPlaces | None = None,
    ) -> None:
        """Take what wins over every client's settings, and the text of the `.npmrc` that may be believed."""
        self._environment = environment
        self._project = project_npmrc
        self._configured = configured or RegistryPlaces()
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

    def reach(self) -> Reach:
        """Say what may be asked beyond the public internet: what the operator names, and nothing else."""
        configured = self._configured
        urls = {
            *configured.places.values(),
            *(url if "://" in url else f"https://{url}" for url in configured.hosts),
            *self._npm_read().trusted,
            *(_without_credentials(url)[0] for url in self._indexes()),
            *(f"https://{host}" for host in docker_settings.known_hosts(self._environment)),
        }
        parts = [urlsplit(url) for url in urls if _is_address(url)]
        return Reach(
            private_hosts=frozenset(part.hostname or "" for part in parts),
            local=frozenset(part.netloc.lower() for part in parts if is_loopback(part.hostname or "")),
        )

    def _indexes(self) -> tuple[str, ...]:
        environment = self._environment
        return tuple(
            filter(None, (pip_settings.index_url(environment), *pip_settings.extra_urls(environment)))
        )

    def _npm_read(self) -> NpmSettings:
        if self._npm_settings is None:
            self._npm_settings = read_npm(self._environment, self._project)
        return self._npm_settings

    def _npm(self, identifier: str, base_url: str) -> Registry | None:
        settings, places = self._npm_read(), self._configured.places
        scope = identifier.partition("/")[0] if identifier.startswith("@") else ""
        named = {
            "the configuration": places.get(scope, "") or places.get("npm", ""),
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
            "the configuration": self._configured.places.get("pypi", ""),
            "the lock": _simple(base_url),
            "pip's settings": index,
        }
        source, url = _first(named) or ("pip itself", self._ask("pip", _pip_command()))
        if not url:
            return None
        is_pips = source.startswith("pip")
        extra = pip_settings.extra_urls(self._environment) if is_pips else ()
        others = tuple(self._index(other, source) for other in extra if _is_address(other))
        return replace(self._index(url, source), others=others)

    def _index(self, url: str, source: str) -> Registry:
        """Give an index with its credentials: those in its address, or in pip's for the same host."""
        plain, inline = _without_credentials(url)
        known = {
            urlsplit(place).netloc: secret for place, secret in map(_without_credentials, self._indexes())
        }
        authorization = inline or known.get(urlsplit(plain).netloc, "")
        return Registry(url=plain, authorization=authorization, source=source)

    def _oci(self, host: str) -> Registry:
        authorization = docker_settings.authorization_for(host, self._environment)
        here = (url for url in self._configured.hosts if "://" in url and urlsplit(url).netloc == host)
        url, source = next(
            ((url, "the configuration") for url in here), (f"https://{host}", "the image's name")
        )
        return Registry(url=url, authorization=authorization, source=source)

    def _ask(self, client: str, command: list[str]) -> str:
        """Ask a client for its own default, once, from a folder whose files cannot speak to it."""
        if client not in self._asked:
            self._asked[client] = _output(command, self._environment) if command else ""
        return self._asked[client]


def _is_address(url: str) -> bool:
    try:
        return "://" in url and bool(urlsplit(url).hostname)
    except ValueError:
        return False


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
