"""Reads files at a revision through the contents API, for clones that lack the base."""

from typing import Protocol

from toolpin_ci.errors import UnavailableError
from toolpin_ci.ports import ForgeError

_ADVICE = "give actions/checkout `fetch-depth: 0`, or the token `contents: read`"


class _Contents(Protocol):
    def file_at(self, path: str, ref: str) -> bytes | None:
        """Read a file at a revision; None where there is none."""

    def names_at(self, folder: str, ref: str) -> tuple[str, ...]:
        """List a folder at a revision."""

    def paths_at(self, commit: str) -> frozenset[str] | None:
        """List every file of a commit; None where that is not to be had."""


class ApiTree:
    """The files of one commit on GitHub; each is asked for once, later ones only if they are there."""

    def __init__(self, contents: _Contents, commit: str) -> None:
        """`commit` is a full object name."""
        self._contents = contents
        self._known: dict[str, bytes | None] = {}
        self._paths: frozenset[str] | None = None
        self._is_listed = False
        self.commit = commit

    def read(self, path: str) -> bytes | None:
        """Give a file's content, or None where there is none."""
        if path not in self._known and not self._has(path):
            self._known[path] = None
        if path not in self._known:
            try:
                self._known[path] = self._contents.file_at(path, self.commit)
            except ForgeError as error:
                message = f"{path} of the base {self.commit[:12]} could not be read: {error.message}"
                raise UnavailableError(message, advice=_ADVICE) from error
        return self._known[path]

    def _has(self, path: str) -> bool:
        """Tell whether a file may be there; one list saves many questions, and a single one needs none."""
        if self._known and not self._is_listed:
            self._paths = self._contents.paths_at(self.commit)
            self._is_listed = True
        return self._paths is None or path in self._paths

    def names(self, folder: str) -> tuple[str, ...]:
        """List the names in a folder."""
        try:
            return self._contents.names_at(folder, self.commit)
        except ForgeError as error:
            message = (
                f"{folder or 'the root'} of the base {self.commit[:12]} could not be listed: {error.message}"
            )
            raise UnavailableError(message, advice=_ADVICE) from error
