"""Installs the registries and the forge that the tests publish to, and writes where they are."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.fixtures import built_once, install_python, node
from tools.provision import ROOT, Unavailable, cache_root, content_key, install_debian, run_retried, say

PLACE = ROOT / "tests" / "real" / "registries"
NPM_FILES = [PLACE / name for name in ("package.json", "package-lock.json", ".npmrc")]
REQUIREMENTS = PLACE / "requirements.txt"
FORGE = ROOT / "tests" / "real" / "github"
FORGE_FILES = [FORGE / name for name in ("package.json", "package-lock.json", ".npmrc", "start.mjs")]
IMAGES = "docker-registry"


def manifest_path() -> Path:
    """Where this checkout's registries are written down; another lock has another place."""
    files = [*NPM_FILES, REQUIREMENTS, *FORGE_FILES]
    key = content_key(*(file.read_bytes() for file in files), sys.version, sys.base_prefix)
    return cache_root() / "registries" / f"manifest-{key}.json"


def images() -> dict[str, list[str]]:
    """Debian's image registry; its service is not what the tests talk to, they start their own."""
    if shutil.which(IMAGES) is None:
        install_debian(IMAGES)
    return {"oci": [shutil.which(IMAGES) or IMAGES]}


def installed(name: str, files: list[Path], words: str) -> Path:
    """Installs exactly an npm lock, once; npm compares every hash."""

    def build(directory: Path) -> None:
        say(f"installing {words}")
        for file in files:
            shutil.copy(file, directory / file.name)
        run_retried(["npm", "ci", "--prefer-offline", "--loglevel=error"], cwd=directory)

    key = content_key(*(file.read_bytes() for file in files))
    return built_once(cache_root() / "registries" / f"{name}-{key}", build)


def packages() -> dict[str, list[str]]:
    """The npm registry."""
    node_path = node()
    place = installed("npm", NPM_FILES, "the npm registry of the tests (about 60 MB)")
    return {"npm": [node_path, str(place / "node_modules" / "verdaccio" / "bin" / "verdaccio")]}


def indexes() -> dict[str, list[str]]:
    """The two Python indexes: one speaks HTML alone, the other JSON too."""
    key = content_key(REQUIREMENTS.read_bytes(), sys.version, sys.base_prefix)
    venv = built_once(cache_root() / "registries" / f"python-{key}", install_python(REQUIREMENTS))
    programs = {"pypi-html": "pypi-server", "pypi-json": "devpi-server", "pypi-json-init": "devpi-init"}
    return {name: [str(venv / "bin" / program)] for name, program in programs.items()}


def forge() -> dict[str, list[str]]:
    """An emulated GitHub that others wrote."""
    node_path = node()
    place = installed("github", FORGE_FILES, "the emulated GitHub of the tests (about 15 MB)")
    return {"github": [node_path, str(place / "start.mjs")]}


SOURCES: dict[str, Callable[[], dict[str, list[str]]]] = {
    "oci": images,
    "npm": packages,
    "pypi": indexes,
    "github": forge,
}


def collect() -> dict[str, Any]:
    """Installs what is missing; what this machine cannot have keeps its reason."""
    commands: dict[str, list[str]] = {}
    unavailable: dict[str, str] = {}
    for name, source in SOURCES.items():
        try:
            commands.update(source())
        except Unavailable as problem:
            say(f"without {name}: {problem}")
            unavailable[name] = str(problem).splitlines()[0]
    return {"commands": commands, "unavailable": unavailable}


def main() -> None:
    """Writes the manifest and prints its path."""
    path = manifest_path()
    text = json.dumps(collect(), indent=2, sort_keys=True) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
    print(path)


if __name__ == "__main__":
    main()
