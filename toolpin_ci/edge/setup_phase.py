"""Prepares a server before it starts: runs `setup` or fetches a package, with network, without secrets."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from toolpin_ci.edge.client_config import private_clients
from toolpin_ci.edge.environment import child_environment, setup_environment
from toolpin_ci.edge.holding import Hold, Place
from toolpin_ci.edge.launch import Ready
from toolpin_ci.edge.log_tail import LogTail
from toolpin_ci.edge.processes import exit_code, stop
from toolpin_ci.edge.runners import Fetch, fetch_of
from toolpin_ci.edge.starting import Start
from toolpin_ci.edge.workspace_copy import copy_tree
from toolpin_ci.errors import ProbeError
from toolpin_ci.model.limits import SETUP_SECONDS
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.values import replace

_PYTHONS = ("pip", "pip3", "python", "python3")


def set_up(spec: ServerSpec, place: Place, home: Path, hold: Hold) -> Ready:
    """Do what has to be done before the server starts; say where it starts then."""
    started = time.monotonic()
    ready = _built(spec, place, home, hold) if spec.setup else _fetched(spec, place, home, hold)
    return replace(ready, seconds=time.monotonic() - started)


def _built(spec: ServerSpec, place: Place, home: Path, hold: Hold) -> Ready:
    """Run `setup` in a copy of the workspace that belongs to the server, with a prefix of its own."""
    copy = home / "workspace"
    copy_tree(place.workspace, copy, uid=hold.uid)
    prefix = _private_prefix(home)
    env = {**setup_environment(spec, home, place.environ), **private_clients(place.environ, home, hold.uid)}
    env = _with_path(env, prefix)
    if Path(spec.setup[0]).name in _PYTHONS:
        _run(("python3", "-m", "venv", "--system-site-packages", str(home / ".venv")), copy, env, hold)
    _run(spec.setup, copy / spec.cwd, env, hold)
    own = _with_path(child_environment(spec, home, place.environ), prefix)
    return Ready(cwd=copy / spec.cwd, env=own, network=spec.network or bool(spec.url))


def _private_prefix(home: Path) -> tuple[Path, ...]:
    return tuple(home / name for name in (".venv/bin", ".local/bin", ".npm-global/bin"))


def _with_path(env: dict[str, str], prefix: tuple[Path, ...]) -> dict[str, str]:
    path = os.pathsep.join((*map(str, prefix), env["PATH"]))
    return {**env, "PATH": path, "npm_config_prefix": str(prefix[-1].parent)}


def _fetched(spec: ServerSpec, place: Place, home: Path, hold: Hold) -> Ready:
    """Fetch what a package runner would fetch, so that the server itself starts without network."""
    cwd = place.workspace / spec.cwd
    clients = private_clients(place.environ, home, hold.uid)
    env = {**child_environment(spec, home, place.environ), **clients}
    fetch: Fetch | None = fetch_of(spec.command)
    if fetch is None:
        return Ready(cwd=cwd, env=env, network=True)
    _run(fetch.command, home, {**setup_environment(spec, home, place.environ), **clients}, hold)
    return Ready(cwd=cwd, env={**env, **fetch.offline}, network=spec.network or bool(spec.url))


def _run(command: tuple[str, ...], cwd: Path, env: dict[str, str], hold: Hold) -> None:
    out = subprocess.PIPE
    begin = Start(cwd=str(cwd), env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    shown = " ".join(command[:4])
    if shutil.which(command[0], path=env["PATH"]) is None:
        raise ProbeError("no-command", f"the command {command[0]!r} is not there", advice="install it first")
    try:
        process = hold.start(command, begin, network=True)
    except OSError as error:
        raise ProbeError(
            "setup-failed", f"`{shown}` cannot be started: {os.strerror(error.errno or 0)}"
        ) from error
    log = LogTail(process.stdout)
    try:
        code = exit_code(process, SETUP_SECONDS)
        log.settle()
        if code is None:
            raise ProbeError(
                "setup-timeout", f"`{shown}` took longer than {SETUP_SECONDS:.0f} s", log=log.text()
            )
        if code:
            raise ProbeError("setup-failed", f"`{shown}` ended with exit code {code}", log=log.text())
    finally:
        stop(process, Path(env["HOME"]))
        log.close()
