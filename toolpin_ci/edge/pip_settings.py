"""Reads pip's own settings: which indexes packages come from."""

import configparser
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_SECTIONS = ("install", "global")
_VARIABLES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")
_EXTRA_VARIABLES = ("PIP_EXTRA_INDEX_URL", "UV_INDEX", "UV_EXTRA_INDEX_URL")


def index_url(environment: Mapping[str, str]) -> str:
    """Name the index that pip, or uv by its own variables, is set to; empty where none is."""
    for name in _VARIABLES:
        if environment.get(name):
            return _unnamed(environment[name])
    return next(filter(None, (_from_file(path, "index-url") for path in _files(environment))), "")


def extra_urls(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Name the indexes that pip or uv looks at beside that one."""
    for name in _EXTRA_VARIABLES:
        if environment.get(name):
            return tuple(map(_unnamed, environment[name].split()))
    found = (_from_file(path, "extra-index-url") for path in _files(environment))
    return tuple(next(filter(None, found), "").split())


def _unnamed(word: str) -> str:
    """Take off the name that uv puts before an address."""
    name, sign, url = word.partition("=")
    return url if sign and "://" not in name else word


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


def _from_file(path: Path, option: str) -> str:
    settings = configparser.RawConfigParser(strict=False)
    try:
        settings.read_string(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, configparser.Error):
        return ""
    for section in _SECTIONS:
        for name in (option, option.replace("-", "_")):
            found = settings.get(section, name, fallback="").strip()
            if found:
                return found
    return ""
