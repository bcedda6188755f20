"""Starts a process as a user of its own that can gain nothing back."""

import subprocess
import threading
from collections.abc import Sequence

from toolpin_ci.edge.seccomp import confine_thread
from toolpin_ci.edge.starting import Start
from toolpin_ci.model.limits import (
    SANDBOX_CPU_SECONDS,
    SANDBOX_FILE_BYTES,
    SANDBOX_MEMORY_BYTES,
    SANDBOX_OPEN_FILES,
    SANDBOX_PROCESSES,
)

_BLOCK, _KIB = 512, 1024
_LIMITS = (
    f"ulimit -c 0 && ulimit -n {SANDBOX_OPEN_FILES} && ulimit -f {SANDBOX_FILE_BYTES // _BLOCK}"
    f" && ulimit -t {SANDBOX_CPU_SECONDS} && ulimit -d {SANDBOX_MEMORY_BYTES // _KIB}"
    f" && {{ ulimit -u {SANDBOX_PROCESSES} 2>/dev/null || ulimit -p {SANDBOX_PROCESSES}; }}"
    ' && exec "$@"'
)
"""A process can only limit itself where root has no CAP_SYS_RESOURCE; a shell does so in a millisecond."""


def start_confined(
    command: Sequence[str], begin: Start, *, uid: int, network: bool
) -> subprocess.Popen[bytes]:
    """Start a process as another user, under limits and the filter.

    A thread of its own takes the filter and leaves it to the child: Python between fork and exec is not safe
    while other threads run, and a launcher program would cost more than many servers do.
    """
    outcome: list[subprocess.Popen[bytes] | Exception] = []

    def launch() -> None:
        try:
            confine_thread(network=network)
            outcome.append(_start_as(uid, command, begin))
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            outcome.append(error)

    thread = threading.Thread(target=launch)
    thread.start()
    thread.join()
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    return outcome[0]


def _start_as(uid: int, command: Sequence[str], begin: Start) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ("/bin/sh", "-c", _LIMITS, "sh", *command),
        cwd=begin.cwd,
        env=begin.env,
        stdin=begin.stdin,
        stdout=begin.stdout,
        stderr=begin.stderr,
        bufsize=0,
        start_new_session=True,
        user=uid,
        group=uid,
        extra_groups=(),
        umask=0o077,
    )
