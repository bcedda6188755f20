"""Replaces files in one step, so that a reader sees the old one or the new one and never half of it."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from toolpin_ci.errors import UsageError


def replace(path: Path, text: str) -> None:
    """Write a file whole or not at all; refuse to write through links, to folders and to devices."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        message = f"{path}: will not be overwritten, it is no plain file"
        raise UsageError(message, advice="remove it, or name another file")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        message = f"{path}: cannot be written: {error.strerror}"
        raise UsageError(message) from error
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except OSError as error:
        message = f"{path}: cannot be written: {error.strerror}"
        raise UsageError(message) from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
