"""Reads the credentials that Docker's own configuration holds for a registry."""

import json
from collections.abc import Mapping
from pathlib import Path

_HUB = ("docker.io", "index.docker.io", "https://index.docker.io/v1/")


def authorization_for(host: str, environment: Mapping[str, str]) -> str:
    """Give the header that `docker login` left for a host; empty where it left none in this file."""
    home = Path(environment.get("HOME") or "/nonexistent")
    path = Path(environment.get("DOCKER_CONFIG") or home / ".docker") / "config.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    auths = document.get("auths") if isinstance(document, dict) else None
    if not isinstance(auths, dict):
        return ""
    for name in _HUB if host == _HUB[0] else (host, f"https://{host}"):
        entry = auths.get(name)
        if isinstance(entry, dict) and isinstance(entry.get("auth"), str) and entry["auth"]:
            return f"Basic {entry['auth']}"
    return ""
