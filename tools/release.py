"""Prepares a release: holds its version to the sources, and lets the action run the image that was pushed."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from toolpin_ci import __version__
from tools.provision import ROOT

ACTION = ROOT / "action.yml"
CHANGELOG = ROOT / "CHANGELOG.md"
DOCKERFILE = ROOT / "Dockerfile"
BUILT_HERE = re.compile(r"^  image: Dockerfile$", flags=re.MULTILINE)
VERSION = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
NAME = re.compile(r"[a-z0-9.-]+(?::\d+)?(?:/[a-z0-9]+(?:[._-][a-z0-9]+)*)+")


class Refused(Exception):  # noqa: N818 - it says why there is no release
    """Something about this release does not hold; the text says what to do."""


def notes(version: str, changelog: str, package: str) -> str:
    """The changelog's section of this version, which must be the version of the package."""
    if not VERSION.fullmatch(version):
        raise Refused(f"{version!r} is no version: write three numbers, as in 1.4.0, without a v")
    if version != package:
        raise Refused(
            f"the package is {package}: set __version__ in toolpin_ci/__init__.py to {version} first"
        )
    section = re.compile(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    found = section.search(changelog)
    if found is None or not found[1].strip():
        raise Refused(f"CHANGELOG.md has no words under `## [{version}]`: move them there from Unreleased")
    return found[1].strip() + "\n"


def pinned(action: str, *, name: str, version: str, digest: str) -> str:
    """The action with one line changed: it runs the pushed image, named by tag and held by digest."""
    for what, pattern in ((name, NAME), (version, VERSION), (digest, DIGEST)):
        if not pattern.fullmatch(what):
            raise Refused(
                f"{what!r} is no part of an image's address: name, version and sha256 digest are wanted"
            )
    reference = f"  image: docker://{name}:v{version}@{digest}"
    changed, count = BUILT_HERE.subn(lambda _: reference, action)
    if count != 1:
        raise Refused(f"action.yml has {count} lines `  image: Dockerfile`, and one is wanted: is this main?")
    return changed


def base(dockerfile: str) -> str:
    """The base image that the Dockerfile names, for the release to look up by digest."""
    found = re.search(r"^ARG BASE=(\S+)$", dockerfile, flags=re.MULTILINE)
    if found is None:
        raise Refused("the Dockerfile has no line `ARG BASE=…`")
    return found[1]


def parser() -> argparse.ArgumentParser:
    """The three steps that the release workflow calls."""
    top = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    steps = top.add_subparsers(dest="step", required=True)
    steps.add_parser("base", help="print the base image of the Dockerfile")
    steps.add_parser("notes", help="print the changelog of a version").add_argument("version")
    pin = steps.add_parser("pin", help="write the image into action.yml")
    for name in ("name", "version", "digest"):
        pin.add_argument(f"--{name}", required=True)
    pin.add_argument("--action", type=Path, default=ACTION)
    return top


def main(argv: Sequence[str]) -> None:
    """Runs one step."""
    call = parser().parse_args(argv)
    if call.step == "base":
        print(base(DOCKERFILE.read_text(encoding="utf-8")))
    elif call.step == "notes":
        print(notes(call.version, CHANGELOG.read_text(encoding="utf-8"), __version__), end="")
    else:
        text = call.action.read_text(encoding="utf-8")
        fresh = pinned(text, name=call.name, version=call.version, digest=call.digest)
        call.action.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as reason:
        sys.exit(f"no release: {reason}")
