"""Gives each server a private home with the same path on every run, and removes it afterwards."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path


@contextmanager
def private_home(command: tuple[str, ...]) -> Iterator[Path]:
    """Make a fresh home that only we can enter; its path depends on the server's command alone.

    Some servers write their home into a description. Where another run holds the path, a random one is used.
    """
    tag = sha256("\0".join(command).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    place = Path(tempfile.gettempdir()) / f"toolpin-ci-{os.getuid()}-{tag}"
    with _claimed(place) as home:
        (home / "tmp").mkdir(mode=0o700)
        try:
            yield home
        finally:
            shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _claimed(place: Path) -> Iterator[Path]:
    """Take a path for ourselves where nobody has it; a lock ends with the process that holds it."""
    holder = place.with_name(place.name + ".lock")
    descriptor = _locked(holder)
    if descriptor is None:
        yield Path(tempfile.mkdtemp(prefix="toolpin-ci-"))
        return
    try:
        shutil.rmtree(place, ignore_errors=True)
        try:
            place.mkdir(mode=0o700)
        except FileExistsError:
            yield Path(tempfile.mkdtemp(prefix="toolpin-ci-"))
        else:
            yield place
    finally:
        holder.unlink(missing_ok=True)
        os.close(descriptor)


def _locked(holder: Path) -> int | None:
    """Lock a file that is still the one of that name; None where somebody else has it."""
    try:
        descriptor = os.open(holder, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_ino == holder.stat().st_ino:
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None
