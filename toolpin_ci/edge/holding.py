"""Starts a server's processes as strictly as its settings and this machine allow."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from toolpin_ci.edge.starting import Start, start
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.model.surface import Note
from toolpin_ci.values import dataclass

PROTECTIONS = ("scrubbed environment", "private home", "own session, ended with all its children")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where servers are started: the workspace, the environment of the run, and how they are held there."""

    workspace: Path
    environ: Mapping[str, str]
    sandbox: Sandbox = Sandbox.AUTO
    """For servers whose settings say nothing; `required` inside GitHub Actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """How one server is held: by a user of its own, or only by what any process gets."""

    uid: int | None = None
    protections: tuple[str, ...] = PROTECTIONS
    notes: tuple[Note, ...] = ()

    def start(self, command: Sequence[str], begin: Start, *, network: bool) -> subprocess.Popen[bytes]:
        """Start a process of the server."""
        if self.uid is None:
            return start(command, begin)
        from toolpin_ci.edge.confined import start_confined

        return start_confined(command, begin, uid=self.uid, network=network)


@contextmanager
def held(spec: ServerSpec, place: Place, home: Path) -> Iterator[Hold]:
    """Decide how a server is held and hold it; afterwards nothing runs under its user."""
    mode = spec.sandbox or place.sandbox
    if mode is Sandbox.OFF:
        yield Hold(notes=(Note("sandbox-off", "the configuration says `sandbox: off`"),))
        return
    if mode is Sandbox.AUTO and (sys.platform != "linux" or os.geteuid() != 0):
        yield Hold()
        return
    from toolpin_ci.edge.sandbox import Inmate, jail, why_not

    cwd = place.workspace / spec.cwd
    path = place.environ.get("PATH", os.defpath)
    inmate = Inmate(command=spec.command, workspace=place.workspace, cwd=cwd, home=home, path=path)
    reason = why_not(inmate)
    if reason:
        yield _unheld(mode, reason)
        return
    with jail(spec.name, inmate, place.environ) as cell:
        network = "network for the server" if _has_network(spec) else "network off"
        yield Hold(uid=cell.uid, protections=(*PROTECTIONS, *cell.protections, network), notes=cell.notes)


def _has_network(spec: ServerSpec) -> bool:
    """Tell whether the server gets network: asked for, served over it, or fetched only as it starts."""
    from toolpin_ci.edge.environment import is_runner
    from toolpin_ci.edge.runners import fetch_of

    return spec.network or bool(spec.url) or (is_runner(spec) and fetch_of(spec.command) is None)


def _unheld(mode: Sandbox, reason: str) -> Hold:
    from toolpin_ci.edge.sandbox import root_socket

    if mode is Sandbox.REQUIRED:
        advice = "make it reachable, or let the base branch say `sandbox: auto` for this server"
        raise ProbeError(
            "no-sandbox", f"the sandbox that is required here is impossible: {reason}", advice=advice
        )
    socket = root_socket()
    if socket:
        message = f"it would run as root beside {socket}, which gives it this machine: {reason}"
        advice = "make it reachable for other users, or say `sandbox: off` if you trust the server"
        raise ProbeError("docker-socket", message, advice=advice)
    return Hold(notes=(Note("sandbox-off", f"the server ran as our own user: {reason}"),))
