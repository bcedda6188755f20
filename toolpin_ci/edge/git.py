"""Reads a repository's files at a revision through git, and writes nothing."""

import os
import subprocess
from pathlib import Path

from toolpin_ci.errors import UnavailableError
from toolpin_ci.model.limits import LOCKFILE_BYTES

_SECONDS = 60
_SETTINGS = tuple(
    word
    for setting in (
        "safe.directory=*",
        "safe.bareRepository=explicit",
        "core.fsmonitor=false",
        "core.hooksPath=/dev/null",
        "protocol.ext.allow=never",
    )
    for word in ("-c", setting)
)
_ENVIRONMENT = {"GIT_NO_REPLACE_OBJECTS": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
_FETCH = (
    "fetch it first (`git fetch origin {ref}`; a shallow clone needs `git fetch --unshallow`, "
    "and actions/checkout needs `fetch-depth: 0`)"
)


class GitTree:
    """The files of one commit, seen from the workspace."""

    def __init__(self, workspace: Path, commit: str) -> None:
        """`commit` is a full object name."""
        self._workspace = workspace
        self.commit = commit

    def read(self, path: str) -> bytes | None:
        """Give a file's content at the commit, or None where it is not there."""
        name = f"{self.commit}:./{path}"
        size = _git(self._workspace, "cat-file", "-s", name)
        if size.returncode != 0:
            return None
        if int(size.stdout) > LOCKFILE_BYTES:
            message = f"{path}: larger than {LOCKFILE_BYTES:,} bytes (LOCKFILE_BYTES) at {self.commit[:12]}"
            raise UnavailableError(message)
        found = _git(self._workspace, "cat-file", "blob", name)
        return found.stdout if found.returncode == 0 else None

    def names(self, folder: str) -> tuple[str, ...]:
        """List the names in a folder at the commit."""
        name = f"{self.commit}:./{folder}" if folder else f"{self.commit}:./"
        found = _git(self._workspace, "ls-tree", "--name-only", "-z", name)
        return tuple(found.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1])


def commit_of(workspace: Path, ref: str) -> str:
    """Find the commit that a name stands for, here or on `origin`."""
    for name in (ref, f"origin/{ref}"):
        found = _git(workspace, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
        if found.returncode == 0:
            return found.stdout.decode("ascii").strip()
    message = f"git does not have the base {ref!r}"
    raise UnavailableError(message, advice=_FETCH.format(ref=ref))


def merge_base(workspace: Path, base: str) -> str:
    """Find where the work tree's commit left the base."""
    found = _git(workspace, "merge-base", base, "HEAD")
    if found.returncode == 0:
        return found.stdout.decode("ascii").split()[0]
    shallow = _git(workspace, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
    reason = "this clone is shallow" if shallow else "they share no history"
    message = f"git finds no merge base of {base[:12]} and HEAD: {reason}"
    raise UnavailableError(message, advice=_FETCH.format(ref=base[:12]))


def _git(workspace: Path, *args: str) -> subprocess.CompletedProcess[bytes]:
    """Run git without its settings for who may own a checkout: in a container it belongs to somebody else.

    Nothing that a repository's own settings name is run, and objects are what their names say.
    """
    command = ["git", *_SETTINGS, "-C", str(workspace), *args]
    env = {**os.environ, **_ENVIRONMENT}
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS, env=env)
    except FileNotFoundError as error:
        message = "git is not installed, so the base cannot be read"
        raise UnavailableError(message, advice="install git, or run without --base") from error
    except subprocess.TimeoutExpired as error:
        message = f"git {args[0]} took longer than {_SECONDS} seconds"
        raise UnavailableError(message) from error
