"""Ends a server's whole process tree, also what moved to another session."""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from toolpin_ci.model.limits import STOP_SECONDS

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make orphans of our children ours, so that a daemon cannot slip away (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def stop(process: subprocess.Popen[bytes], home: Path) -> None:
    """End a process, its group and every stray that carries its home; return when they are gone.

    The leader is reaped last: until then its number, which is the group's, cannot go to somebody else.
    """
    _signal_group(process, signal.SIGTERM)
    _await_end(process, STOP_SECONDS)
    _signal_group(process, signal.SIGKILL)
    process.wait()
    marker = b"HOME=" + os.fsencode(home)
    _end_strays(lambda pid: marker in _environ(pid).split(b"\0"))


def end_all_strays() -> None:
    """After the last probe of a run: end whatever became our child without being started by us."""
    _end_strays(lambda _: True)


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether a process has ended, without reaping it."""
    if process.returncode is not None:
        return True
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def exit_code(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Wait a moment for a process to end; tell how it did, without reaping it."""
    _await_end(process, seconds)
    if process.returncode is not None:
        return process.returncode
    ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _await_end(process: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        pidfd = os.pidfd_open(process.pid)
    except (AttributeError, OSError):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        return
    try:
        poller = select.poll()
        poller.register(pidfd, select.POLLIN)
        poller.poll(seconds * 1000)
    finally:
        os.close(pidfd)


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def _end_strays(belongs: Callable[[int], bool]) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while time.monotonic() < deadline:
        strays = [pid for pid in _children() if belongs(pid)]
        if not strays:
            return
        for pid in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> list[int]:
    found: list[int] = []
    for listing in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found.extend(int(pid) for pid in listing.read_text(encoding="ascii").split())
    return found


def _environ(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
