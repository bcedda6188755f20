"""Knows how to fetch what a package runner runs, and how to make it run that without network."""

from collections.abc import Mapping
from pathlib import Path

from toolpin_ci.values import dataclass

_NPX_WITH_VALUE = ("-p", "--package")
_UVX_FLAGS = ("-q", "--quiet", "--isolated", "--no-cache", "--refresh", "--native-tls", "--system-certs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """The command that fetches, and the variables that keep the runner offline afterwards."""

    command: tuple[str, ...]
    offline: Mapping[str, str]


def fetch_of(command: tuple[str, ...]) -> Fetch | None:
    """Give the way to fetch beforehand; None for a runner that only fetches and starts in one go."""
    match Path(command[0]).name, command[1:]:
        case "npx", arguments:
            return _npx(command[0], arguments)
        case "npm", ("exec", *arguments):
            return _npx("npx", tuple(arguments))
        case "uvx", arguments:
            return _uvx(command[:1], arguments)
        case "uv", ("tool", "run", *arguments):
            return _uvx(command[:3], tuple(arguments))
        case _:
            return None


def _npx(npx: str, arguments: tuple[str, ...]) -> Fetch | None:
    packages: list[str] = []
    rest = list(arguments)
    while rest and rest[0].startswith("-") and rest[0] != "--":
        option = rest.pop(0)
        name, _, value = option.partition("=")
        if name in _NPX_WITH_VALUE:
            packages.append(value or (rest.pop(0) if rest else ""))
    rest = rest[1:] if rest[:1] == ["--"] else rest
    wanted = packages or rest[:1]
    if not wanted:
        return None
    fetch = (npx, "--yes", *(f"--package={package}" for package in wanted), "-c", "true")
    return Fetch(command=fetch, offline={"npm_config_offline": "true", "npm_config_yes": "true"})


def _uvx(uvx: tuple[str, ...], arguments: tuple[str, ...]) -> Fetch | None:
    options: list[str] = []
    rest = list(arguments)
    while rest and rest[0].startswith("-") and rest[0] != "--":
        option = rest.pop(0)
        options.append(option)
        if "=" not in option and option not in _UVX_FLAGS and rest:
            options.append(rest.pop(0))
    rest = rest[1:] if rest[:1] == ["--"] else rest
    if not rest:
        return None
    named = any(option.partition("=")[0] == "--from" for option in options)
    source = () if named else ("--from", _requirement(rest[0]))
    return Fetch(command=(*uvx, *options, *source, "python", "-c", "pass"), offline={"UV_OFFLINE": "1"})


def _requirement(name: str) -> str:
    package, at, version = name.partition("@")
    if not at or version == "latest":
        return package
    return f"{package}=={version}"
