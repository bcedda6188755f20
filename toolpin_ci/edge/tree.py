"""Reads the files of the workspace, and nothing outside it."""

import os
import stat
from pathlib import Path

from toolpin_ci.canon.places import inside, path_problem
from toolpin_ci.canon.wording import quoted
from toolpin_ci.errors import UsageError
from toolpin_ci.model.limits import LOCKFILE_BYTES


class WorkTree:
    """The files as they lie in the workspace; links are followed as long as they stay inside."""

    def __init__(self, root: Path) -> None:
        """`root` is the workspace."""
        self._root = os.path.realpath(root)

    def read(self, path: str) -> bytes | None:
        """Give a file's content, or None where there is no such file."""
        place = self._find(path)
        if place is None:
            return None
        try:
            return _content(place, path)
        except OSError as error:
            raise _unreadable(path, error) from error

    def names(self, folder: str) -> tuple[str, ...]:
        """List the names in a folder, sorted; none where there is no such folder."""
        place = self._find(folder)
        if place is None or not Path(place).is_dir():
            return ()
        try:
            return tuple(sorted(os.listdir(place)))  # noqa: PTH208 - names are wanted, not paths
        except OSError as error:
            raise _unreadable(folder, error) from error

    def _find(self, path: str) -> str | None:
        problem = path_problem(path)
        if problem:
            raise UsageError(f"the path {quoted(path)} {problem}")
        place = os.path.join(self._root, inside(path))  # noqa: PTH118 - realpath below takes text
        try:
            real = os.path.realpath(place, strict=True)
        except (FileNotFoundError, NotADirectoryError) as error:
            if os.path.islink(place):  # noqa: PTH114 - as above
                raise UsageError(f"{path}: is a link to nothing") from error
            return None
        except OSError as error:
            raise _unreadable(path, error) from error
        if os.path.commonpath((self._root, real)) != self._root:
            message = f"{path}: is a link that leaves the workspace"
            raise UsageError(message, advice="put the file itself there")
        return real


def _content(place: str, path: str) -> bytes:
    """Look before opening: reading a pipe or a device could wait for ever."""
    found = os.stat(place)  # noqa: PTH116 - as above
    mode = found.st_mode
    if found.st_size > LOCKFILE_BYTES:
        raise UsageError(
            f"{path}: larger than {LOCKFILE_BYTES:,} bytes (LOCKFILE_BYTES), the most that is read"
        )
    if stat.S_ISDIR(mode):
        raise UsageError(f"{path}: is a directory, and a file is wanted")
    if not stat.S_ISREG(mode):
        raise UsageError(f"{path}: is no plain file")
    return Path(place).read_bytes()


def _unreadable(path: str, error: OSError) -> UsageError:
    return UsageError(f"{path}: cannot be read: {error.strerror}")


class NamedFiles(WorkTree):
    """The workspace, and the files that the call itself names, wherever they are."""

    def __init__(self, root: Path, named: frozenset[str]) -> None:
        """`named` are paths as they stand in the call."""
        super().__init__(root)
        self._named = named

    def _find(self, path: str) -> str | None:
        if path not in self._named:
            return super()._find(path)
        place = os.path.join(self._root, path)  # noqa: PTH118 - as above
        if os.path.lexists(place) and not os.path.exists(place):  # noqa: PTH110 - as above
            raise UsageError(f"{path}: is a link to nothing")
        return place if os.path.exists(place) else None  # noqa: PTH110 - as above
