"""Reads npm's own settings: which registry a package comes from, and the credentials for it."""

import base64
import binascii
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from toolpin_ci.values import dataclass, field

_VARIABLE = re.compile(r"(?<!\\)\$\{([^${}]+)\}")
_PREFIX = "npm_config_"
Settings = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NpmSettings:
    """What npm would use, in npm's order: environment, project, user, machine.

    The project's file belongs to whoever wrote the pull request: it may name registries, but its credentials
    and its variables are not looked at, so that it cannot send a secret of the job anywhere.
    """

    places: Settings
    """`registry` and `@scope:registry`."""
    trusted: frozenset[str]
    """Addresses that the machine's own settings name, and no file of the repository."""
    credentials: Settings = field(repr=False)

    def registry_of(self, package: str) -> str:
        """Name the registry of a package; empty where no setting does."""
        scope = package.partition("/")[0] if package.startswith("@") else ""
        return (self.places.get(f"{scope}:registry") if scope else "") or self.places.get("registry", "")

    def authorization_for(self, url: str) -> str:
        """Give the header for a registry: the setting of the longest path that it lies under."""
        parts = urlsplit(url)
        path = parts.path.rstrip("/")
        while True:
            found = self._authorization(f"//{parts.netloc}{path}/:")
            if found or not path:
                return found
            path = path.rpartition("/")[0]

    def _authorization(self, start: str) -> str:
        token = self.credentials.get(f"{start}_authToken")
        if token:
            return f"Bearer {token}"
        basic = self.credentials.get(f"{start}_auth")
        user, password = (self.credentials.get(f"{start}{name}", "") for name in ("username", "_password"))
        if not basic and user and password:
            basic = base64.b64encode(f"{user}:{_decoded(password)}".encode()).decode("ascii")
        return f"Basic {basic}" if basic else ""


def read_npm(environment: Mapping[str, str], project_file: str) -> NpmSettings:
    """Read the settings as npm does, the strongest last; `project_file` is the text of the repository's."""
    own = _from_environment(environment)
    home = Path(environment.get("HOME") or "/nonexistent")
    machine = _file(Path(own.get("globalconfig", "/usr/etc/npmrc")), environment)
    user = _file(Path(own.get("userconfig") or home / ".npmrc"), environment)
    project = {name: value for name, value in _parsed(project_file, {}).items() if _is_place(name)}
    operators = {**machine, **user, **own}
    return NpmSettings(
        trusted=frozenset(value for name, value in operators.items() if _is_place(name)),
        places={
            name: value
            for name, value in {**machine, **user, **project, **own}.items()
            if _is_place(name) and value and "${" not in value
        },
        credentials={name: value for name, value in operators.items() if name.startswith("//")},
    )


def _is_place(name: str) -> bool:
    return name == "registry" or (name.startswith("@") and name.endswith(":registry"))


def _from_environment(environment: Mapping[str, str]) -> Settings:
    """Take `npm_config_…` in either case; npm itself reads no other variable for this."""
    return {
        name[len(_PREFIX) :]
        if name[len(_PREFIX) :].startswith(("//", "@"))
        else name[len(_PREFIX) :].lower(): value
        for name, value in environment.items()
        if name.lower().startswith(_PREFIX) and value
    }


def _file(path: Path, variables: Mapping[str, str]) -> Settings:
    """Read one npmrc file; a missing or unreadable one says nothing."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return _parsed(text, variables)


def _parsed(text: str, variables: Mapping[str, str]) -> Settings:
    found: Settings = {}
    for line in text.splitlines():
        name, sign, value = line.strip().partition("=")
        if sign and not name.startswith((";", "#", "[")):
            plain = value.strip().strip("\"'")
            found[name.strip()] = _VARIABLE.sub(lambda match: variables.get(match[1], match[0]), plain)
    return found


def _decoded(password: str) -> str:
    try:
        return base64.b64decode(password, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
