"""Refuses paths inside an archive that lead out of it."""

import posixpath
import re

from toolpin_ci.pins.evidence import PinFailure

_DRIVE = re.compile(r"[a-zA-Z]:", re.ASCII)


def check_path(path: str, code: str) -> None:
    """Refuse a path that is absolute, climbs up, or means another place on another system."""
    parts = path.removesuffix("/").split("/")
    escapes = not path or path.startswith("/") or ".." in parts or "\\" in path or "\0" in path
    if escapes or _DRIVE.match(path):
        raise PinFailure(code, f"the archive holds {path[:120]!r}, which leads out of it")


def check_link(path: str, target: str, code: str) -> None:
    """Refuse a symbolic link that points out of the archive."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if target.startswith("/") or joined == ".." or joined.startswith("../") or "\\" in target:
        raise PinFailure(code, f"the archive holds a link {path[:120]!r} that leads out of it")


def check_distinct(paths: list[str], code: str) -> None:
    """Refuse an archive that holds a path twice: which one counts depends on who unpacks it."""
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise PinFailure(code, f"the archive holds {path[:120]!r} twice")
        seen.add(path)
