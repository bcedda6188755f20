"""Reads the credentials that Docker's own configuration holds for a registry, or a helper that it names."""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_HUB = ("docker.io", "index.docker.io", "https://index.docker.io/v1/")
_HELPER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)
_ASK_SECONDS = 10
_TOKEN = "<token>"
"""What a helper says in place of a user's name, where its secret is none that a registry takes."""


def authorization_for(host: str, environment: Mapping[str, str]) -> str:
    """Give the header that `docker login` left for a host; empty where it left none."""
    document = _document(environment)
    names = _HUB if host == _HUB[0] else (host, f"https://{host}")
    helpers = _table(document.get("credHelpers"))
    for name in names:
        helper = helpers.get(name) or document.get("credsStore")
        found = _asked(helper, name, environment) if isinstance(helper, str) else ""
        if found:
            return found
        stored = _table(_table(document.get("auths")).get(name)).get("auth")
        if isinstance(stored, str) and stored:
            return f"Basic {stored}"
    return ""


def known_hosts(environment: Mapping[str, str]) -> frozenset[str]:
    """Name the hosts that somebody logged in to on this machine."""
    document = _document(environment)
    named = (*_table(document.get("auths")), *_table(document.get("credHelpers")))
    return frozenset(name.partition("://")[2].partition("/")[0] or name for name in named)


def _document(environment: Mapping[str, str]) -> Mapping[str, Any]:
    home = Path(environment.get("HOME") or "/nonexistent")
    path = Path(environment.get("DOCKER_CONFIG") or home / ".docker") / "config.json"
    try:
        return _table(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _asked(helper: str, host: str, environment: Mapping[str, str]) -> str:
    """Ask a credential helper; one that is missing, slow or has nothing says nothing."""
    program = shutil.which(f"docker-credential-{helper}", path=environment.get("PATH"))
    if program is None or not _HELPER.fullmatch(helper):
        return ""
    try:
        done = subprocess.run(
            [program, "get"],
            input=host,
            env=dict(environment),
            cwd="/",
            capture_output=True,
            timeout=_ASK_SECONDS,
            check=True,
            encoding="utf-8",
        )
        answer = _table(json.loads(done.stdout))
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    user, secret = answer.get("Username"), answer.get("Secret")
    if not isinstance(user, str) or not isinstance(secret, str) or not secret or user == _TOKEN:
        return ""
    return f"Basic {base64.b64encode(f'{user}:{secret}'.encode()).decode('ascii')}"
