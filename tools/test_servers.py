"""Locks and checks every published server of the long list, and writes the table in docs/real-servers.md."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.fixtures import built_once, node
from tools.provision import ROOT, Unavailable, cache_root, content_key, run, run_retried, say

LIST = ROOT / "tests" / "real" / "real-servers.json"
PAGE = ROOT / "docs" / "real-servers.md"
NPMRC = ROOT / "tests" / "real" / "npm" / ".npmrc"
BIN = Path(sys.executable).parent
OPTIONS = ("--config", ".toolpin-ci.yml", "--lockfile", "mcp-lock.json")
PATIENCE_SECONDS = 180
NOTE_CHARACTERS = 160

INTRODUCTION = """\
# Real servers

Every server below was installed from its public registry as the exact version shown, locked twice and checked
once with the commands that a user runs. `make test-servers` writes this page.

- *same bytes*: the second `toolpin-ci lock` left the lockfile as it was.
- *clean*: `toolpin-ci check` right after exited with 0.
- *seconds*: wall time of the check, start of the server included.

A server that cannot list its tools without the service behind it is "could not check", exit code 3: nothing
is locked, and nothing counts as removed.
"""
HEADER = (
    "server",
    "version",
    "protocol",
    "tools",
    "prompts",
    "resources",
    "templates",
    "same bytes",
    "clean",
    "seconds",
    "note",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One published server of the list."""

    ecosystem: str
    package: str
    version: str
    launch: Sequence[str]
    env: dict[str, str]
    protocol: str
    tools: int
    mcp1: bool

    @property
    def name(self) -> str:
        """A name that the configuration takes."""
        return self.package.removeprefix("@").replace("/", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one server showed."""

    server: Server
    surface: dict[str, Any]
    same: bool = False
    clean: bool = False
    seconds: float = 0.0
    note: str = ""

    @property
    def passed(self) -> bool:
        """Whether the product kept its promise on this server."""
        return self.same and self.clean

    def cells(self) -> list[str]:
        """The row as the table shows it."""
        lists = ("tools", "prompts", "resources", "resourceTemplates")
        counts = [str(len(self.surface[name])) if name in self.surface else "-" for name in lists]
        verdicts = ["yes" if self.same else "**no**", "yes" if self.clean else "**no**"]
        protocol = str(self.surface.get("protocolVersion", "-"))
        about = [f"`{self.server.package}`", self.server.version, protocol]
        return [*about, *counts, *verdicts, f"{self.seconds:.1f}", self.note]


class Failed(Exception):  # noqa: N818 - reads as the outcome that it is
    """One command of ours did not end with 0."""


def install(server: Server) -> Path:
    """The server's own directory in the cache, filled when it was not there."""
    key = content_key(server.ecosystem, server.package, server.version, sys.version, sys.base_prefix)
    build = install_npm if server.ecosystem == "npm" else install_python
    directory = cache_root() / "long-list" / f"{server.name}-{server.version}-{key}"
    return built_once(directory, lambda where: build(server, where))


def install_npm(server: Server, directory: Path) -> None:
    """One npm package with what it needs."""
    shutil.copy(NPMRC, directory / ".npmrc")
    (directory / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    wanted = f"{server.package}@{server.version}"
    run_retried(["npm", "install", "--loglevel=error", "--no-package-lock", wanted], cwd=directory)


def install_python(server: Server, directory: Path) -> None:
    """One package of the Python index in an environment of its own."""
    uv = BIN / "uv"
    run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, directory])
    older = ["mcp<2"] if server.mcp1 else []
    wanted = f"{server.package}=={server.version}"
    run_retried([uv, "pip", "install", "--quiet", "--python", directory / "bin" / "python", wanted, *older])


def command(server: Server, directory: Path) -> list[str]:
    """The absolute command that starts the server."""
    if server.ecosystem == "npm":
        return [node(), str(directory / server.launch[1]), *server.launch[2:]]
    return [str(directory / server.launch[0]), *server.launch[1:]]


def write_configuration(server: Server, directory: Path, work: Path) -> None:
    """A configuration with this one server; JSON is YAML enough."""
    env = {name: value.replace("{W}", str(work)) for name, value in server.env.items()}
    # The cache may lie where another user cannot reach it: no sandbox.
    entry = {"command": command(server, directory), "env": env, "timeout": 90, "sandbox": "off"}
    text = json.dumps({"version": 1, "servers": {server.name: entry}}, indent=2)
    (work / ".toolpin-ci.yml").write_text(text + "\n", encoding="utf-8")


def toolpin(verb: str, work: Path) -> float:
    """Runs one of our commands in the work directory and returns its wall time."""
    started = time.monotonic()
    words = [str(BIN / "toolpin-ci"), verb, *OPTIONS]
    try:
        done = subprocess.run(
            words, cwd=work, capture_output=True, encoding="utf-8", timeout=PATIENCE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"{verb}: no answer in {PATIENCE_SECONDS} s") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [""]
        raise Failed(f"{verb}: exit {done.returncode}: {said[0]}")
    return time.monotonic() - started


def locked_surface(lockfile: Path) -> dict[str, Any]:
    """The surface that our lockfile holds for its only server."""
    servers = json.loads(lockfile.read_text(encoding="utf-8"))["servers"]
    (entry,) = servers.values()
    surface: dict[str, Any] = entry["capabilityManifest"]["surface"]
    return surface


def exercise(server: Server) -> Row:
    """Locks twice and checks once."""
    surface: dict[str, Any] = {}
    same = False
    try:
        directory = install(server)
        with tempfile.TemporaryDirectory(prefix="toolpin-ci-") as scratch:
            work = Path(scratch)
            write_configuration(server, directory, work)
            lockfile = work / "mcp-lock.json"
            toolpin("lock", work)
            first = lockfile.read_bytes()
            surface = locked_surface(lockfile)
            toolpin("lock", work)
            same = lockfile.read_bytes() == first
            seconds = toolpin("check", work)
    except (Failed, Unavailable) as problem:
        note = " ".join(str(problem).split())[:NOTE_CHARACTERS].replace("|", "/")
        return Row(server=server, surface=surface, same=same, note=note)
    return Row(
        server=server,
        surface=surface,
        same=same,
        clean=True,
        seconds=seconds,
        note=expectation(server, surface),
    )


def expectation(server: Server, surface: dict[str, Any]) -> str:
    """A note where the server showed another number of tools than its record says."""
    listed = len(surface.get("tools", {}))
    return "" if listed == server.tools else f"{server.tools} tools in another client's record"


def table(rows: Sequence[Row]) -> str:
    """The page."""
    lines = [HEADER, ["---"] * len(HEADER), *(row.cells() for row in rows)]
    body = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    passed = sum(row.passed for row in rows)
    today = dt.datetime.now(tz=dt.UTC).date()
    return f"{INTRODUCTION}\n{passed} of {len(rows)} servers, {today}.\n\n{body}\n"


def chosen(words: Sequence[str]) -> Iterator[Server]:
    """The servers of the list, or those whose package contains one of the words."""
    for record in json.loads(LIST.read_text(encoding="utf-8"))["servers"]:
        if not words or any(word in record["package"] for word in words):
            yield Server(**record)


def main() -> int:
    """Runs the list one at a time; only a whole run rewrites the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.test_servers", description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of package names; default: all")
    words = parser.parse_args().only
    os.environ.pop("CI", None)
    rows = []
    for server in chosen(words):
        rows.append(exercise(server))
        say(" ".join(rows[-1].cells()))
    if words:
        print(table(rows))
    else:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(table(rows), encoding="utf-8")
    return 0 if all(row.passed for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
