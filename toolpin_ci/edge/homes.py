"""Gives each server a private home with the same path on every run, and removes it afterwards."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path


@contextmanager
def private_home(server: str) -> Iterator[Path]:
    """Make a fresh home that only we can enter; its path depends on the server's name alone.

    Some servers write their home into a description. Where another run holds the path, a random one is used.
    """
    tag = sha256(server.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    home = _claim(Path(tempfile.gettempdir()) / f"toolpin-ci-{os.getuid()}-{tag}")
    (home / "tmp").mkdir(mode=0o700)
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)
        _holder(home).unlink(missing_ok=True)


def _claim(home: Path) -> Path:
    try:
        _take(home)
    except FileExistsError:
        if not _is_abandoned(home):
            return Path(tempfile.mkdtemp(prefix="toolpin-ci-"))
        shutil.rmtree(home, ignore_errors=True)
        _holder(home).unlink(missing_ok=True)
        try:
            _take(home)
        except FileExistsError:
            return Path(tempfile.mkdtemp(prefix="toolpin-ci-"))
    return home


def _take(home: Path) -> None:
    home.mkdir(mode=0o700)
    _holder(home).write_text(str(os.getpid()), encoding="ascii")


def _holder(home: Path) -> Path:
    return home.with_name(home.name + ".pid")


def _is_abandoned(home: Path) -> bool:
    try:
        if home.lstat().st_uid != os.getuid() or not home.is_dir() or home.is_symlink():
            return False
        holder = int(_holder(home).read_text(encoding="ascii"))
        if holder == os.getpid():
            return False
        os.kill(holder, 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError):
        return False
    return False
