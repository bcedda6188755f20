"""Starts one server's process with its own environment, home and session."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from toolpin_ci.edge.environment import child_environment, is_runner
from toolpin_ci.edge.holding import Hold, Place, held
from toolpin_ci.edge.homes import private_home
from toolpin_ci.edge.log_tail import LogTail
from toolpin_ci.edge.processes import stop
from toolpin_ci.edge.starting import Start
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Note
from toolpin_ci.values import dataclass

__all__ = ["Launched", "Place", "launched"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """A running server: its process, the end of its stderr, and how it is held."""

    process: subprocess.Popen[bytes]
    log: LogTail
    protections: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    setup_seconds: float = 0.0
    """Time that went by before the server was started; its own time limit begins after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """Where and with what a server is about to be started."""

    cwd: Path
    env: dict[str, str]
    network: bool
    seconds: float = 0.0


@contextmanager
def launched(spec: ServerSpec, place: Place, *, pipes: bool) -> Iterator[Launched]:
    """Run a server for the time of the block; afterwards nothing of it is left.

    With `pipes` its stdin and stdout are ours to talk over, otherwise both streams are its log.
    """
    with ExitStack() as stack:
        home = stack.enter_context(private_home(spec.command))
        hold = stack.enter_context(held(spec, place, home))
        ready = _ready(spec, place, home, hold)
        process = _start(spec, ready, hold, pipes=pipes)
        log = LogTail(process.stderr if pipes else process.stdout)
        try:
            yield Launched(
                process=process,
                log=log,
                protections=hold.protections,
                notes=hold.notes,
                setup_seconds=ready.seconds,
            )
        finally:
            _close(process.stdin)
            stop(process, home)
            log.close()
            _close(process.stdout)


def _ready(spec: ServerSpec, place: Place, home: Path, hold: Hold) -> Ready:
    if spec.setup or (hold.uid is not None and is_runner(spec)):
        from toolpin_ci.edge.setup_phase import set_up

        return set_up(spec, place, home, hold)
    env = child_environment(spec, home, place.environ)
    return Ready(cwd=place.workspace / spec.cwd, env=env, network=spec.network or bool(spec.url))


def _start(spec: ServerSpec, ready: Ready, hold: Hold, *, pipes: bool) -> subprocess.Popen[bytes]:
    begin = Start(
        cwd=str(ready.cwd),
        env=ready.env,
        stdin=subprocess.PIPE if pipes else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if pipes else subprocess.STDOUT,
    )
    try:
        if hold.uid is not None:
            _check_command(spec, ready)
        return hold.start(spec.command, begin, network=ready.network)
    except FileNotFoundError as error:
        raise _missing(spec, ready) from error
    except (OSError, ValueError) as error:
        reason = os.strerror(getattr(error, "errno", 0) or 0)
        raise ProbeError(
            "no-start", f"the command {spec.command[0]!r} cannot be started: {reason}"
        ) from error


def _check_command(spec: ServerSpec, ready: Ready) -> None:
    """Find out before a shell does, which could only say so in the server's log."""
    import shutil

    name = spec.command[0]
    where = ready.cwd / name if "/" in name else name
    if not ready.cwd.is_dir() or shutil.which(where, path=ready.env["PATH"]) is None:
        raise FileNotFoundError


def _missing(spec: ServerSpec, ready: Ready) -> ProbeError:
    if not ready.cwd.is_dir():
        message = f"the directory {spec.cwd or '.'} that it should start in is not there"
        return ProbeError("no-directory", message)
    advice = "install it in an earlier step or under `setup`, or correct `command`"
    return ProbeError("no-command", f"the command {spec.command[0]!r} is not there", advice=advice)


def _close(stream: object) -> None:
    if stream is not None:
        try:
            stream.close()  # type: ignore[attr-defined]
        except BrokenPipeError:
            return
