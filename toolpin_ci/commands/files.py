"""Reads the files that a call names."""

from pathlib import Path

from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.errors import UsageError


def read_named(name: str) -> bytes:
    """Read a file wherever it is; refuse what is no plain file, without a traceback."""
    raw = NamedFiles(Path.cwd(), frozenset((name,))).read(name)
    if raw is None:
        raise UsageError(f"{name}: there is no such file")
    return raw
