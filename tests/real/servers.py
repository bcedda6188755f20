"""Commands of the published servers that tools/fixtures.py installed."""

import json
from functools import cache
from typing import Any

import pytest

from tools import fixtures

# Older versions stand in the list for the drift pairs only.
NAMES = tuple(sorted(name for name, server in fixtures.descriptions().items() if server["why"] != "drift"))
NOT_INSTALLED = "the published servers are not installed: make fixtures"


@cache
def manifest() -> dict[str, Any]:
    path = fixtures.manifest_path()
    if not path.is_file():
        return {"commands": {}, "unavailable": {}}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def server_command(name: str, *args: str) -> list[str]:
    """The absolute command of a server, or a skip where there is none; `args` replace its usual ones."""
    server = fixtures.descriptions()[name]
    command = manifest()["commands"].get(name)
    if command is None:
        pytest.skip(manifest()["unavailable"].get(fixtures.installation(server), NOT_INSTALLED))
    return [*command, *(args or server.get("args", []))]


def server_env(name: str) -> dict[str, str]:
    """What a server needs in its environment to start without credentials."""
    return dict(fixtures.descriptions()[name].get("env", {}))
