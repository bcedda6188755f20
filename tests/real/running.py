"""Runs our commands on a published server, in a repository that has only this server."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.real.servers import server_command, server_env

TOOLPIN_CI = Path(sys.executable).with_name("toolpin-ci")


def configure(work: Path, name: str, **settings: Any) -> None:
    """Write a configuration with one server; JSON is YAML enough.

    The servers are pinned by hash and may lie where another user cannot reach them: no sandbox.
    """
    usual = {"command": server_command(name), "env": server_env(name), "timeout": 90, "sandbox": "off"}
    entry = {**usual, **settings}
    text = json.dumps({"version": 1, "servers": {"tested": entry}})
    (work / ".toolpin-ci.yml").write_text(text, encoding="utf-8")


def toolpin(work: Path, *words: str, expected: int = 0) -> str:
    """Run one of our commands; give what it printed."""
    done = subprocess.run(
        [TOOLPIN_CI, *words],
        cwd=work,
        env={name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")},
        capture_output=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


def locked_surface(work: Path) -> Any:
    (entry,) = json.loads((work / "mcp-lock.json").read_text(encoding="utf-8"))["servers"].values()
    return entry["capabilityManifest"]["surface"]
