"""Decides how a server is held, and holds it: a user of its own, or a reason why not."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from toolpin_ci.edge.reach import unreachable_command, unreachable_part
from toolpin_ci.edge.seccomp import is_supported
from toolpin_ci.edge.shields import closed_to_others, git_credentials, runner_paths
from toolpin_ci.edge.users import borrowed_user
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.surface import Note
from toolpin_ci.values import dataclass

SOCKETS = (
    "/var/run/docker.sock",
    "/run/docker.sock",
    "/run/containerd/containerd.sock",
    "/run/podman/podman.sock",
)
_HELD = (
    "user of its own",
    "no capabilities, no new privileges",
    "risky system calls refused",
    "limits on processes, memory, files and time",
    "git credentials and the runner's files out of reach",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jail:
    """Where a held server lives: its user number, and what could not be closed to it."""

    uid: int
    protections: tuple[str, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inmate:
    """What has to be reachable for a server: its command, where it starts, its home and what it is told."""

    command: tuple[str, ...]
    workspace: Path
    cwd: Path
    home: Path
    path: str


def can_hold() -> bool:
    """Tell whether servers can get a user of their own on this machine at all."""
    return sys.platform == "linux" and is_supported() and os.geteuid() == 0


def why_not(inmate: Inmate) -> str:
    """Give the reason why a user of its own could not run the server; empty where it could."""
    if sys.platform != "linux" or not is_supported():
        return f"there is no filter for {os.uname().machine} on {sys.platform}"
    if os.geteuid() != 0:
        return "only root can lend a server a user of its own"
    for what, blocked in _obstacles(inmate):
        if blocked is not None:
            return f"{blocked} keeps other users away from {what}"
    return ""


def _obstacles(inmate: Inmate) -> Iterator[tuple[str, Path | None]]:
    try:
        yield "the home that it would get", unreachable_part(inmate.home.parent)
        yield "the directory that it starts in", unreachable_part(inmate.cwd)
        found = shutil.which(inmate.command[0], path=inmate.path) or str(inmate.cwd / inmate.command[0])
        yield f"the command {inmate.command[0]}", unreachable_command(Path(found))
        for argument in inmate.command[1:]:
            place = inmate.cwd / argument
            if not argument.startswith("-") and "\0" not in argument and _is_there(place):
                yield f"{argument}", unreachable_part(place)
    except OSError:
        return  # what is not there fails in the same way with and without a sandbox


def _is_there(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:
        return False


def open_socket() -> str:
    """Give a container engine's socket that any user may connect to."""
    for path in SOCKETS:
        try:
            mode = os.stat(path).st_mode  # noqa: PTH116 - one call
        except OSError:
            continue
        if stat.S_ISSOCK(mode) and mode & stat.S_IWOTH:
            return path
    return ""


def root_socket() -> str:
    """Give a container engine's socket that root can connect to."""
    return next((path for path in SOCKETS if os.path.exists(path)), "")  # noqa: PTH110 - one call


@contextmanager
def jail(server: str, inmate: Inmate, environ: Mapping[str, str]) -> Iterator[Jail]:
    """Hold one server for the time of the block; afterwards nothing runs under its user."""
    socket = open_socket()
    if socket:
        message = f"any user can connect to {socket}: whoever does so owns this machine"
        raise ProbeError("docker-socket", message, advice=f"run `chmod o-rw {socket}` first")
    with ExitStack() as stack:
        uid = stack.enter_context(borrowed_user(server))
        secret = [
            path
            for path in (*git_credentials(inmate.workspace), *runner_paths(environ))
            if _may_close(path, inmate)
        ]
        left = stack.enter_context(closed_to_others(path for path in secret if path.exists()))
        _hand_over(inmate.home, uid)
        yield Jail(uid=uid, protections=_HELD, notes=_notes(inmate.workspace, left))


def _may_close(path: Path, inmate: Inmate) -> bool:
    """Never close what the server itself lies in."""
    found = shutil.which(inmate.command[0], path=inmate.path)
    program = (Path(found), Path(found).resolve()) if found else ()
    needed = (inmate.cwd, inmate.home, inmate.workspace, *program)
    return not any(place == path or path in place.parents for place in needed)


def _hand_over(home: Path, uid: int) -> None:
    for place in (home, *home.rglob("*")):
        os.chown(place, uid, uid, follow_symlinks=False)


def _notes(workspace: Path, left: tuple[Path, ...]) -> tuple[Note, ...]:
    found = []
    if any(True for _ in git_credentials(workspace)):
        words = "git holds a credential in this checkout; set `persist-credentials: false`"
        found.append(Note("persisted-credentials", words))
    if left:
        found.append(
            Note("sandbox-gap", f"{len(left)} paths of the runner could not be closed to the server")
        )
    return tuple(found)
