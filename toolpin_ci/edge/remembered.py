"""Keeps what files held before anything was started: no server changes what it is compared with."""

from collections.abc import Iterable

from toolpin_ci.errors import ToolpinError
from toolpin_ci.ports import Tree


class Remembered:
    """A tree whose named files are read at once, and everything else when it is asked for."""

    def __init__(self, tree: Tree, files: Iterable[str]) -> None:
        """Read now; what cannot be read fails when it is asked for, as it would have."""
        self._tree = tree
        self._kept: dict[str, bytes | ToolpinError | None] = {}
        for file in files:
            try:
                self._kept[file] = tree.read(file)
            except ToolpinError as error:
                self._kept[file] = error

    def read(self, path: str) -> bytes | None:
        """Give what the file held then."""
        found = self._kept[path] if path in self._kept else self._tree.read(path)
        if isinstance(found, ToolpinError):
            raise found
        return found

    def names(self, folder: str) -> tuple[str, ...]:
        """List the names in a folder."""
        return self._tree.names(folder)
