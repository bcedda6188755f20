"""Launch commands of published packages, derived without a shell; what is never launched says why."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.wording import quoted
from toolpin_ci.values import dataclass

_NPM_NAME = re.compile(r"(@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9~][a-z0-9._~-]*", re.ASCII | re.IGNORECASE)
_NPM_VERSION = re.compile(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", re.ASCII)
_PYPI_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(\[[A-Za-z0-9._,-]+\])?", re.ASCII)
_PYPI_VERSION = re.compile(
    r"(\d+!)?\d+(\.\d+)*([._-]?(a|b|c|rc|alpha|beta|pre|preview|post|rev|r|dev)[._-]?\d*){0,3}(-\d+)?"
    r"(\+[A-Za-z0-9._-]+)?",
    re.ASCII | re.IGNORECASE,
)
_NAME_CHARS = 214
_SHELL_FLAG = re.compile(r"-[A-Za-z]*c[A-Za-z]*|--call?|--script-s[a-z]*")
"""As npx reads it: short flags may be joined, long ones shortened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """How packages of one registry are started."""

    program: str
    flags: tuple[str, ...]
    join: str
    """Stands between name and version."""
    name: re.Pattern[str]
    version: re.Pattern[str]
    home: str
    """The label by which the registry's own address is known from a private one's."""


RUNNERS: Mapping[str, Runner] = {
    "npm": Runner(program="npx", flags=("-y",), join="@", name=_NPM_NAME, version=_NPM_VERSION, home="npmjs"),
    "pypi": Runner(program="uvx", flags=(), join="==", name=_PYPI_NAME, version=_PYPI_VERSION, home="pypi"),
}
VERIFIED_ONLY: Mapping[str, str] = {
    "cargo": "a crate is verified, not launched",
    "mcpb": "a bundle is verified, not launched",
    "nuget": "a NuGet package is verified, not launched",
    "oci": "a container image is verified, not launched",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of a registry, as a file names it."""

    kind: str
    identifier: str
    version: str = ""
    sha256: str = ""
    base_url: str = ""

    def pin(self) -> Mapping[str, str]:
        """Write it as the lockfile does; what is not said is left out."""
        found = {
            "registryType": self.kind,
            "identifier": self.identifier,
            "version": self.version,
            "fileSha256": self.sha256,
        }
        return {name: value for name, value in found.items() if value}


def problem_of(package: Package) -> str:
    """Say why a package cannot be launched; empty where it can."""
    runner = RUNNERS.get(package.kind)
    if runner is None:
        return VERIFIED_ONLY.get(
            package.kind, f"packages of the kind {quoted(package.kind)} are not launched"
        )
    if len(package.identifier) > _NAME_CHARS or runner.name.fullmatch(package.identifier) is None:
        return f"{quoted(package.identifier)} is no name of a package in {package.kind}"
    if not package.version:
        return f"{quoted(package.identifier)} has no version, and only an exact one can be checked"
    if len(package.version) > _NAME_CHARS or runner.version.fullmatch(package.version) is None:
        return f"{quoted(package.version)} is no exact version of {quoted(package.identifier)}"
    if package.base_url and runner.home not in re.split(r"[./:]+", package.base_url.lower()):
        return f"{quoted(package.identifier)} comes from a registry of its own, {quoted(package.base_url)}"
    return ""


def launch(package: Package, before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Write the command of a package without problems: `before` goes to the runner, `after` to the server."""
    runner = RUNNERS[package.kind]
    flags = tuple(flag for flag in runner.flags if not {flag, "--yes"} & set(before))
    return (runner.program, *before, *flags, f"{package.identifier}{runner.join}{package.version}", *after)


def shell_problem(package: Package, before: tuple[str, ...]) -> str:
    """Refuse arguments that would make the runner start a shell."""
    words = before if package.kind == "npm" else ()
    found = next((word for word in words if _SHELL_FLAG.fullmatch(word.partition("=")[0])), "")
    return f"its argument {quoted(found)} would start a shell" if found else ""
