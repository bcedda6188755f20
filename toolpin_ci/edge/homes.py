"""Gives each server a private home with the same path on every run, and removes it afterwards."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path


@contextmanager
def private_home(command: tuple[str, ...]) -> Iterator[Path]:
    """Make a fresh home that only we can enter; its path depends on the server's command alone.

    Some servers write their home into a description. Where another run holds the path, a random one is used.
    """
    tag = sha256("\0".join(command).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    place = _temporary() / f"toolpin-ci-{os.getuid()}-{tag}"
    with _claimed(place) as home:
        (home / "tmp").mkdir(mode=0o700)
        try:
            yield home
        finally:
            _remove(home)


@contextmanager
def _claimed(place: Path) -> Iterator[Path]:
    """Take a path for ourselves where nobody has it; a lock ends with the process that holds it."""
    holder = place.with_name(place.name + ".lock")
    descriptor = _locked(holder)
    if descriptor is None:
        yield _random()
        return
    try:
        _remove(place)
        try:
            place.mkdir(mode=0o700)
        except FileExistsError:
            yield _random()
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


def _temporary() -> Path:
    """Where temporary files go; importing `tempfile` for it would delay every server's start."""
    named = os.environ.get("TMPDIR", "")
    if not named and os.access("/tmp", os.W_OK | os.X_OK):  # noqa: S108 - only we can enter what we make there
        return Path("/tmp")  # noqa: S108 - as above
    from tempfile import gettempdir

    return Path(gettempdir())


def _random() -> Path:
    from tempfile import mkdtemp

    return Path(mkdtemp(prefix="toolpin-ci-"))


def _remove(folder: Path) -> None:
    """Remove a home; most servers leave theirs as they found it."""
    with suppress(OSError):
        (folder / "tmp").rmdir()
    try:
        folder.rmdir()
    except FileNotFoundError:
        return
    except OSError:
        from shutil import rmtree

        rmtree(folder, ignore_errors=True)
