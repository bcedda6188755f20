"""Starts a process in a session of its own."""

import subprocess
from collections.abc import Sequence

from toolpin_ci.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a process begins: where, with what environment, and what its streams are."""

    cwd: str
    env: dict[str, str]
    stdin: int
    stdout: int
    stderr: int


def start(command: Sequence[str], begin: Start) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, as the user that we are."""
    return subprocess.Popen(
        command,
        cwd=begin.cwd,
        env=begin.env,
        stdin=begin.stdin,
        stdout=begin.stdout,
        stderr=begin.stderr,
        bufsize=0,
        start_new_session=True,
    )
