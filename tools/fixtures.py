"""Installs the published MCP servers that the tests run, outside the checkout, and writes where they are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tools.provision import (
    ROOT,
    Unavailable,
    cache_root,
    content_key,
    install_debian,
    only_one,
    run,
    run_retried,
    say,
)

REAL = ROOT / "tests" / "real"
NPM_FILES = [REAL / "npm" / name for name in ("package.json", "package-lock.json", ".npmrc")]
REQUIREMENTS = sorted((REAL / "python").glob("*.txt"))
OLDEST_NODE = 20
# Debian packages that are named like their program.
PROGRAMS = ("git",)

Description = Mapping[str, Any]


def descriptions() -> dict[str, Description]:
    """Every server of servers.json by its name in the tests."""
    servers: dict[str, Description] = json.loads((REAL / "servers.json").read_text(encoding="utf-8"))[
        "servers"
    ]
    return servers


def installation(server: Description) -> str:
    """The installation that a server comes with: they are there, or missing, together."""
    return str(server.get("python", "npm"))


def manifest_path() -> Path:
    """Where this checkout's servers are written down; another list or lock has another place."""
    files = [*NPM_FILES, *REQUIREMENTS, REAL / "servers.json"]
    key = content_key(*(file.read_bytes() for file in files), sys.version, sys.base_prefix)
    return cache_root() / "servers" / f"manifest-{key}.json"


def built_once(directory: Path, build: Callable[[Path], None]) -> Path:
    """Builds in place, because environments hold absolute paths; only what was finished is marked ready."""
    ready = directory / "ready"
    with only_one(directory.with_name(f"{directory.name}.lock")):
        if not ready.is_file():
            shutil.rmtree(directory, ignore_errors=True)
            directory.mkdir(parents=True)
            build(directory)
            ready.touch()
    return directory


def node() -> str:
    """The path of Node.js, new enough for the servers, with npm beside it."""
    if not (shutil.which("node") and shutil.which("npm")):
        install_debian("nodejs", "npm")
    path = shutil.which("node") or "node"
    version = subprocess.run(
        [path, "--version"], capture_output=True, encoding="utf-8", check=True
    ).stdout.strip()
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < OLDEST_NODE:
        raise Unavailable(f"Node.js {OLDEST_NODE} or newer is needed; this machine has {version}")
    return path


def install_npm(directory: Path) -> None:
    """Installs exactly the npm lock; npm compares every hash."""
    say("installing the npm servers of the tests (about 480 MB)")
    for file in NPM_FILES:
        shutil.copy(file, directory / file.name)
    run_retried(["npm", "ci", "--prefer-offline", "--loglevel=error"], cwd=directory)


def install_python(requirements: Path) -> Callable[[Path], None]:
    """Installs one hashed requirements file into a virtual environment of its own."""

    def build(directory: Path) -> None:
        say(f"installing the Python packages of {requirements.name}")
        run([sys.executable, "-m", "venv", directory])
        pip = [str(directory / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        run_retried(
            [*pip, "install", "--quiet", "--require-hashes", "--only-binary=:all:", "-r", requirements]
        )

    return build


def npm_commands() -> Iterator[tuple[str, list[str]]]:
    """The npm servers with the command that starts each."""
    node_path = node()
    key = content_key(*(file.read_bytes() for file in NPM_FILES))
    modules = built_once(cache_root() / "servers" / f"npm-{key}", install_npm) / "node_modules"
    for name, server in descriptions().items():
        if installation(server) == "npm":
            package = modules / server["npm"]
            programs = json.loads((package / "package.json").read_text(encoding="utf-8"))["bin"]
            program = programs if isinstance(programs, str) else next(iter(programs.values()))
            yield name, [node_path, str((package / program).resolve())]


def python_commands(requirements: Path) -> Iterator[tuple[str, list[str]]]:
    """The servers of one requirements file with the command that starts each."""
    key = content_key(requirements.read_bytes(), sys.version, sys.base_prefix)
    venv = built_once(cache_root() / "servers" / f"python-{key}", install_python(requirements))
    for name, server in descriptions().items():
        if installation(server) == requirements.stem:
            yield name, [str(venv / "bin" / server.get("script", name))]


def install_programs() -> None:
    """Installs the programs that servers and tests call; a test that misses one says so itself."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        try:
            install_debian(*missing)
        except Unavailable as problem:
            say(str(problem))


def collect() -> dict[str, Any]:
    """Installs what is missing; what this machine cannot have keeps its reason."""
    sources: dict[str, Callable[[], Iterator[tuple[str, list[str]]]]] = {"npm": npm_commands}
    sources |= {file.stem: partial(python_commands, file) for file in REQUIREMENTS}
    commands: dict[str, list[str]] = {}
    unavailable: dict[str, str] = {}
    for name, source in sources.items():
        try:
            commands.update(source())
        except Unavailable as problem:
            say(f"without the servers of {name}: {problem}")
            unavailable[name] = str(problem).splitlines()[0]
    return {"commands": commands, "unavailable": unavailable}


def main() -> None:
    """Writes the manifest and prints its path."""
    install_programs()
    path = manifest_path()
    text = json.dumps(collect(), indent=2, sort_keys=True) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
    print(path)


if __name__ == "__main__":
    main()
