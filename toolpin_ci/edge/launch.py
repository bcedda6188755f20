"""Starts one server's process with its own environment, home and session."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from toolpin_ci.edge.environment import child_environment
from toolpin_ci.edge.homes import private_home
from toolpin_ci.edge.log_tail import LogTail
from toolpin_ci.edge.processes import stop
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import ServerSpec

PROTECTIONS = ("scrubbed environment", "private home", "own session, ended with all its children")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where servers are started: the workspace and the environment of the run."""

    workspace: Path
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """A running server: its process, and the end of what it wrote to stderr."""

    process: subprocess.Popen[bytes]
    log: LogTail


@contextmanager
def launched(spec: ServerSpec, place: Place, *, pipes: bool) -> Iterator[Launched]:
    """Run a server for the time of the block; afterwards nothing of it is left.

    With `pipes` its stdin and stdout are ours to talk over, otherwise both streams are its log.
    """
    with private_home(spec.name) as home:
        process = _start(spec, place, home, pipes=pipes)
        log = LogTail(process.stderr if pipes else process.stdout)
        try:
            yield Launched(process=process, log=log)
        finally:
            _close(process.stdin)
            stop(process, home)
            log.close()
            _close(process.stdout)


def _start(spec: ServerSpec, place: Place, home: Path, *, pipes: bool) -> subprocess.Popen[bytes]:
    cwd = place.workspace / spec.cwd
    try:
        return subprocess.Popen(  # noqa: S603 - a list from the reviewed configuration, never a shell
            spec.command,
            cwd=cwd,
            env=child_environment(spec, home, place.environ),
            stdin=subprocess.PIPE if pipes else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if pipes else subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
        )
    except FileNotFoundError as error:
        if not cwd.is_dir():
            message = f"the directory {spec.cwd or '.'} that it should start in is not there"
            raise ProbeError("no-directory", message) from error
        message = f"the command {spec.command[0]!r} is not there"
        advice = "install it in an earlier step or under `setup`, or correct `command`"
        raise ProbeError("no-command", message, advice=advice) from error
    except (PermissionError, NotADirectoryError, OSError, ValueError) as error:
        message = f"the command {spec.command[0]!r} cannot be started: {os.strerror(getattr(error, 'errno', 0) or 0)}"
        raise ProbeError("no-start", message) from error


def _close(stream: object) -> None:
    if stream is not None:
        try:
            stream.close()  # type: ignore[attr-defined]
        except BrokenPipeError:
            return
