"""Lends a user number that nobody else has to one server, and ends everything that ran under it."""

import _socket
import contextlib
import os
import pwd
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from toolpin_ci.model.limits import STOP_SECONDS

FIRST, COUNT = 50_000, 10_000
"""The numbers that are lent: below those of system services and of nobody, inside a small user namespace."""
_PAUSE = 0.005
_KILL_ALL = ("/bin/sh", "-c", "kill -9 -1")


@contextmanager
def borrowed_user(server: str) -> Iterator[int]:
    """Give a free user number, the same on every run where it can be; afterwards nothing runs under it.

    The claim is a name in the kernel that vanishes with us, so that two runs never share a number.
    """
    start = int.from_bytes(sha256(server.encode("utf-8", "surrogatepass")).digest()[:4], "big")
    for step in range(COUNT):
        uid = FIRST + (start + step) % COUNT
        claim = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            claim.bind(f"\0toolpin-ci/user/{uid}".encode())
            if not _is_known(uid) and not processes_of(uid):
                break
        except OSError:
            pass
        claim.close()
    else:
        message = "no user number is free"
        raise OSError(message)
    try:
        yield uid
    finally:
        end_user(uid)
        claim.close()


def _is_known(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def processes_of(uid: int) -> list[int]:
    """List the processes of a user, those that have ended and wait to be collected too."""
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208 - a thousand paths are not needed for a thousand names
        if name.isdecimal():
            with contextlib.suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == uid:  # noqa: PTH116 - as above
                    found.append(int(name))
    return found


def end_user(uid: int) -> None:
    """Kill everything of a user at one stroke, so that nothing can fork away, and collect what is ours."""
    deadline = time.monotonic() + STOP_SECONDS
    while _living(uid) and time.monotonic() < deadline:
        # Only the user itself can signal all its processes at once, whatever they are doing meanwhile.
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(_KILL_ALL, user=uid, group=uid, extra_groups=(), check=False, env={}, timeout=1)
        time.sleep(_PAUSE)


def _living(uid: int) -> bool:
    return any(not _collect(pid) for pid in processes_of(uid))


def _collect(pid: int) -> bool:
    """Tell whether a process has ended; collect it where it has become our child."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0] == pid:
            return True
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123 - opened often
            return stat.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except (OSError, IndexError):
        return True
