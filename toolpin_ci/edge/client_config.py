"""Gives a server's package clients the registries of this machine, without the credentials for them."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

_SECRET = re.compile(r"_auth|token|password|secret|://[^/\s\"']+@|certfile|keyfile", re.IGNORECASE)
_MOST = 1 << 16
_FILES = (
    ("npm_config_userconfig", "NPM_CONFIG_USERCONFIG", ".npmrc"),
    ("PIP_CONFIG_FILE", "PIP_CONFIG_FILE", ".config/pip/pip.conf"),
    ("UV_CONFIG_FILE", "UV_CONFIG_FILE", ".config/uv/uv.toml"),
)
_CACHES = (("npm_config_cache", ".npm"), ("UV_CACHE_DIR", ".cache/uv"), ("PIP_CACHE_DIR", ".cache/pip"))


def private_clients(environ: Mapping[str, str], home: Path, uid: int | None) -> dict[str, str]:
    """Copy the clients' settings into the server's home without the lines that hold secrets; caches too."""
    found = {name: str(home / place) for name, place in _CACHES}
    real = Path(environ.get("HOME", "/nonexistent"))
    for name, variable, place in _FILES:
        text = _read(Path(environ.get(variable) or environ.get(name) or real / place))
        kept = "".join(line for line in text.splitlines(keepends=True) if not _SECRET.search(line))
        if kept:
            target = home / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(kept, encoding="utf-8")
            _give(target, home, uid)
            found[name] = str(target)
    return found


def _give(target: Path, home: Path, uid: int | None) -> None:
    """Hand over a file and the folders above it, as far as they lie in the home."""
    if uid is not None:
        for place in (target, *target.parents):
            if home not in place.parents:
                return
            os.chown(place, uid, uid)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", "replace")
    except OSError:
        return ""
