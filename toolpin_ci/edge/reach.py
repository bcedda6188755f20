"""Tells whether another user, without groups, could reach a path."""

import os
import stat
from pathlib import Path

_SHEBANG = 256


def unreachable_part(path: Path) -> Path | None:
    """Give the first directory or file on the way that others may not pass, also behind links."""
    for way in dict.fromkeys((Path(os.path.abspath(path)), Path(os.path.realpath(path)))):  # noqa: PTH100 - keeps links
        for part in (*reversed(way.parents), way):
            mode = part.stat().st_mode
            wanted = stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
            if not mode & wanted:
                return part
    return None


def unreachable_command(command: Path) -> Path | None:
    """Give what others may not pass on the way to a program or to the interpreter that it names."""
    blocked = unreachable_part(command)
    if blocked is not None:
        return blocked
    if not command.stat().st_mode & stat.S_IXOTH:
        return command
    interpreter = _interpreter(command)
    return unreachable_part(interpreter) if interpreter is not None and interpreter.exists() else None


def _interpreter(command: Path) -> Path | None:
    with command.open("rb") as file:
        first = file.read(_SHEBANG).partition(b"\n")[0]
    if not first.startswith(b"#!"):
        return None
    words = first[2:].split()
    return Path(os.fsdecode(words[0])) if words else None
