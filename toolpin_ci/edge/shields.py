"""Closes files that hold credentials to other users for as long as servers run, and opens them again."""

import contextlib
import re
import stat
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_CREDENTIAL = re.compile(
    r"extraheader|://[^/\s@]+@|\bcookiefile\b|\bpassword\b|\btoken\b|helper\s*=\s*\S*store", re.IGNORECASE
)
_INCLUDE = re.compile(r"^\s*path\s*=\s*\"?([^\"\n]+)", re.IGNORECASE | re.MULTILINE)
_RUNNER_FILES = (
    "GITHUB_ENV",
    "GITHUB_OUTPUT",
    "GITHUB_PATH",
    "GITHUB_STATE",
    "GITHUB_STEP_SUMMARY",
    "GITHUB_EVENT_PATH",
)
_RUNNER_FOLDERS = ("RUNNER_TEMP",)
_CONTAINER_FOLDERS = ("/github/file_commands", "/github/runner_temp", "/github/home", "/github/workflow")
_MOST_MODULES = 1_000
_CONFIG_BYTES = 1 << 20
_OTHERS = stat.S_IROTH | stat.S_IWOTH | stat.S_IXOTH

_lock = threading.Lock()
_closed: dict[Path, tuple[int, int]] = {}
"""Paths that are closed now: by how many servers, and the mode that they had."""


@contextmanager
def closed_to_others(paths: Iterable[Path]) -> Iterator[tuple[Path, ...]]:
    """Take all others' rights to these paths for the time of the block; tell which could not be closed."""
    done: list[Path] = []
    left: list[Path] = []
    for path in paths:
        (done if _close(path) else left).append(path)
    try:
        yield tuple(left)
    finally:
        for path in done:
            _open(path)


def _close(path: Path) -> bool:
    with _lock:
        count, mode = _closed.get(path, (0, 0))
        if not count:
            try:
                mode = stat.S_IMODE(path.stat().st_mode)
                if mode & _OTHERS:
                    path.chmod(mode & ~_OTHERS)
            except OSError:
                return False
        _closed[path] = (count + 1, mode)
        return True


def _open(path: Path) -> None:
    with _lock:
        count, mode = _closed.pop(path)
        if count > 1:
            _closed[path] = (count - 1, mode)
        elif mode & _OTHERS:
            with contextlib.suppress(OSError):
                path.chmod(mode)


def runner_paths(environ: Mapping[str, str]) -> Iterator[Path]:
    """Name where a runner keeps its commands, its event and its temporary files."""
    for name in _RUNNER_FILES:
        if environ.get(name):
            yield Path(environ[name]).parent
    for folder in (*(environ.get(name, "") for name in _RUNNER_FOLDERS), *_CONTAINER_FOLDERS):
        if folder:
            yield Path(folder)


def git_credentials(workspace: Path) -> Iterator[Path]:
    """Name the files of a repository's git directory that hold credentials."""
    for config in _git_configs(_git_directory(workspace)):
        text = _read(config)
        if _CREDENTIAL.search(text):
            yield config
        for found in _INCLUDE.finditer(text):
            included = config.parent / Path(found[1].strip()).expanduser()
            if _CREDENTIAL.search(_read(included)):
                yield included


def _git_directory(workspace: Path) -> Path:
    place = workspace / ".git"
    if place.is_file():  # a worktree or a submodule points at its directory
        target = _read(place).removeprefix("gitdir:").strip()
        found = (workspace / target).resolve()
        return found.parent.parent if found.parent.name == "worktrees" else found
    return place


def _git_configs(directory: Path) -> Iterator[Path]:
    yield directory / "config"
    yield directory / "config.worktree"
    modules = directory / "modules"
    if modules.is_dir():
        for _, config in zip(range(_MOST_MODULES), modules.rglob("config"), strict=False):
            yield config


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_CONFIG_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
