"""Installs ToolPin and MCP Hangar themselves, outside the checkout, to be compared with us."""

from __future__ import annotations

import platform
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.fixtures import built_once, install_python, node
from tools.provision import ROOT, Unavailable, cache_root, content_key, run_retried, say

PLACE = ROOT / "tests" / "originals"
NPM_FILES = [PLACE / name for name in ("package.json", "package-lock.json", ".npmrc")]
REQUIREMENTS = PLACE / "requirements.txt"
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """Where the originals are: ToolPin's modules with the Node.js to run them, and Hangar's interpreter."""

    node: Path
    toolpin: Path
    hangar: Path


def install_npm(directory: Path) -> None:
    """Installs exactly the npm lock; npm compares every hash."""
    node()
    say("installing ToolPin and its Node.js (about 300 MB)")
    for file in NPM_FILES:
        shutil.copy(file, directory / file.name)
    run_retried(["npm", "ci", "--prefer-offline", "--loglevel=error"], cwd=directory)


def originals() -> Originals:
    """Installs what is missing and says where everything is."""
    place = cache_root() / "originals"
    key = content_key(*(file.read_bytes() for file in NPM_FILES))
    modules = built_once(place / f"npm-{key}", install_npm) / "node_modules"
    python_key = content_key(REQUIREMENTS.read_bytes(), sys.version, sys.base_prefix)
    venv = built_once(place / f"python-{python_key}", install_python(REQUIREMENTS))
    machine = MACHINES.get(platform.machine())
    if machine is None:
        raise Unavailable(f"there is no Node.js of ToolPin's version for {platform.machine()}")
    return Originals(
        node=modules / f"node-linux-{machine}" / "bin" / "node",
        toolpin=modules / "@proofofwork-agency" / "toolpin" / "dist",
        hangar=venv / "bin" / "python",
    )


if __name__ == "__main__":
    print(originals())
