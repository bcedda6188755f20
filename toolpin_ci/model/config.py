"""The configuration file as a value, with the lines that annotations point at."""

from collections.abc import Mapping

from toolpin_ci.model.finding import ABSENT, Absent
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.policy import Policy
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.values import dataclass, field

CONFIG_FILES = (".toolpin-ci.yml", ".github/.toolpin-ci.yml", ".github/toolpin-ci.yml")
DEFAULT_LOCKFILE = "mcp-lock.json"
OTHER_LOCKFILES = ("vurb.lock", "mcp-fusion.lock", "facets.lock")
"""Lockfiles of other systems that are found by their name."""


def setting_path(*parts: str) -> str:
    """Write the path of a setting for people: `servers.weather.network`, `servers["a.b/c"].url`."""
    path = ""
    for part in parts:
        if part and all(char.isalnum() or char in "-_" for char in part):
            path += f".{part}" if path else part
        else:
            path += f'["{part}"]'
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPlaces:
    """Where packages come from, as the repository's own configuration has it."""

    places: Mapping[str, str] = field(default_factory=dict)
    """An address for `npm`, `pypi` or an npm scope."""
    hosts: tuple[str, ...] = ()
    """Hosts of images and files that may lie on a private network; addresses where on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One configuration file, checked."""

    version: int = 1
    lockfiles: tuple[str, ...] = ()
    """As written; empty where the file names none."""
    policy: Policy = field(default_factory=Policy)
    servers: tuple[ServerSpec, ...] = ()
    registries: RegistryPlaces = field(default_factory=RegistryPlaces)
    public_key: str = ""
    """The file with the key that lockfiles must be signed with; empty where no signature is demanded."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The line of each setting, by `setting_path`."""
    file: str = ""

    def line(self, *parts: str) -> int:
        """Give the line of a setting or of the nearest thing around it; 0 where the file says nothing."""
        for end in range(len(parts), 0, -1):
            found = self.lines.get(setting_path(*parts[:end]))
            if found is not None:
                return found
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustDifference:
    """A setting that counts from the base branch and reads otherwise in the pull request."""

    path: str
    """As `setting_path` writes it: `policy.enforcement`, `servers.weather.network`."""
    server: str = ""
    old: "Json | Absent" = ABSENT
    """What counts."""
    new: "Json | Absent" = ABSENT
    """What the pull request wants."""
    file: str = ""
    line: int = 0
    """In the pull request's file; 0 where it has no such setting or no file."""


def signature_file(lockfile: str) -> str:
    """Name the signature beside a lockfile: `mcp-lock.sig` for `mcp-lock.json`."""
    return f"{lockfile.removesuffix('.json')}.sig"
