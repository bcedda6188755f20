"""Reads pip's own settings: which index packages come from."""

import configparser
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_SECTIONS = ("install", "global")
_VARIABLES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")


def index_url(environment: Mapping[str, str]) -> str:
    """Name the index that pip, or uv by its own variables, is set to; empty where none is."""
    for name in _VARIABLES:
        if environment.get(name):
            return environment[name].rpartition("=")[2] if name == "UV_DEFAULT_INDEX" else environment[name]
    for path in _files(environment):
        found = _from_file(path)
        if found:
            return found
    return ""


def _files(environment: Mapping[str, str]) -> Iterator[Path]:
    """List pip's files, the strongest first; `PIP_CONFIG_FILE=/dev/null` leaves all of them out."""
    named = environment.get("PIP_CONFIG_FILE")
    if named == "/dev/null":
        return
    if named:
        yield Path(named)
    home = Path(environment.get("HOME") or "/nonexistent")
    yield Path(environment.get("VIRTUAL_ENV") or sys.prefix) / "pip.conf"
    yield Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / "pip.conf"
    yield home / ".pip" / "pip.conf"
    yield Path("/etc/pip.conf")
    yield Path("/etc/xdg/pip/pip.conf")


def _from_file(path: Path) -> str:
    settings = configparser.RawConfigParser(strict=False)
    try:
        settings.read_string(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, configparser.Error):
        return ""
    for section in _SECTIONS:
        for option in ("index-url", "index_url"):
            found = settings.get(section, option, fallback="").strip()
            if found:
                return found
    return ""
