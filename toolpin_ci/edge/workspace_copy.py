"""Copies a work tree for a server that builds in it: without git's directory, within limits."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.limits import COPY_BYTES, COPY_FILES

_LEFT_OUT = frozenset((".git", ".hg", ".svn"))


def copy_tree(source: Path, target: Path, *, uid: int | None) -> None:
    """Copy what others may read; the copy belongs to `uid` where one is given."""
    count = size = 0
    target.mkdir()
    _give(target, uid)
    for entry, place in _entries(source, target):
        info = entry.stat(follow_symlinks=False)
        count, size = count + 1, size + (info.st_size if stat.S_ISREG(info.st_mode) else 0)
        if count > COPY_FILES or size > COPY_BYTES:
            most = f"{COPY_FILES:,} files or {COPY_BYTES:,} bytes"
            raise ProbeError("workspace-too-large", f"the workspace has more than {most} to copy for `setup`")
        _copy(entry, place, info.st_mode)
        _give(place, uid)


def _entries(source: Path, target: Path) -> Iterator[tuple["os.DirEntry[str]", Path]]:
    waiting = [(source, target)]
    while waiting:
        folder, copy = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name in _LEFT_OUT or not _is_public(entry):
                    continue
                yield entry, copy / entry.name
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((Path(entry.path), copy / entry.name))


def _is_public(entry: "os.DirEntry[str]") -> bool:
    """A file that its owner keeps private is not handed on; sockets and devices neither."""
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        return True
    return bool(mode & stat.S_IROTH) and (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _copy(entry: "os.DirEntry[str]", place: Path, mode: int) -> None:
    if stat.S_ISLNK(mode):
        place.symlink_to(os.readlink(entry.path))  # noqa: PTH115 - keeps the text of the link
    elif stat.S_ISDIR(mode):
        place.mkdir()
    else:
        shutil.copyfile(entry.path, place, follow_symlinks=False)
        place.chmod(stat.S_IMODE(mode) & 0o755)


def _give(place: Path, uid: int | None) -> None:
    if uid is not None:
        os.chown(place, uid, uid, follow_symlinks=False)
