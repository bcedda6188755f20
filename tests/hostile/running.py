"""Runs a misbehaving server under a user of its own and says what came of it."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.cases import CASES, Case
from toolpin_ci.edge.launch import Place
from toolpin_ci.edge.probing import probe_one
from toolpin_ci.edge.processes import adopt_orphans, end_all_strays
from toolpin_ci.edge.reach import unreachable_command
from toolpin_ci.model.limits import STOP_SECONDS
from toolpin_ci.model.server import Sandbox, ServerSpec
from toolpin_ci.model.surface import Probe

SERVERS = Path(__file__).parent / "servers"
GRACE = STOP_SECONDS + 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One probe of one server."""

    probe: Probe
    seconds: float
    left: int
    """Processes of the server that are still there."""


def interpreter() -> str | None:
    """Give a Python that any user of this machine can run."""
    for found in (sys.executable, shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin")):
        if found and unreachable_command(Path(found)) is None:
            return found
    return None


@contextmanager
def workspace() -> Iterator[Path]:
    """Make a workspace that servers may read and that allows them to act, with the servers beside it."""
    root = Path(tempfile.mkdtemp(prefix="toolpin-hostile-", dir="/tmp"))
    try:
        shutil.copytree(
            SERVERS, root / "tests" / "hostile" / "servers", ignore=shutil.ignore_patterns("__pycache__")
        )
        (root / "hostile.allow").touch()
        for place in (root, *root.rglob("*")):
            place.chmod(0o755 if place.is_dir() else 0o644)
        yield root
    finally:
        shutil.rmtree(root)


def run(
    name: str,
    place: Path,
    *args: str,
    sandbox: Sandbox = Sandbox.REQUIRED,
    environ: Mapping[str, str] | None = None,
) -> Probe:
    """Ask one server within a short deadline."""
    python = interpreter() or "python3"
    command = (python, str(place / "tests/hostile/servers/serve.py"), name, *args)
    spec = ServerSpec(name=name, command=command, sandbox=sandbox, timeout=_seconds(name))
    return probe_one(spec, Place(workspace=place, environ=environ or {**os.environ, "CI": "true"}))


def _seconds(name: str) -> float:
    return next((case.seconds for case in CASES if case.name == name), 5.0)


def measured(case: Case, place: Path) -> Run:
    """Run a case and look at what it took and what it left."""
    adopt_orphans()
    started = time.monotonic()
    probe = run(case.name, place)
    seconds = time.monotonic() - started
    left = _left(place)
    end_all_strays()
    return Run(probe=probe, seconds=seconds, left=left)


def _left(place: Path) -> int:
    """Count the processes that were started with a path in this workspace and are still there."""
    return sum(str(place).encode() in _command_line(folder) for folder in Path("/proc").glob("[0-9]*"))


def _command_line(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


def verdict(case: Case, run: Run) -> str:
    """Say what is not as the case wants it; empty where all is."""
    return "; ".join(_complaints(case, run))


def _complaints(case: Case, run: Run) -> Iterator[str]:
    probe = run.probe
    if run.seconds > case.seconds + GRACE:
        yield f"took {run.seconds:.1f} s"
    if run.left:
        yield f"left {run.left} processes"
    lists = probe.surface.lists if probe.surface else {}
    tools = len(lists["tools"]) if "tools" in lists else None
    if tools != case.tools:
        yield f"{tools} tools instead of {case.tools}"
    codes = {trouble.code for trouble in probe.unavailable.values()}
    if case.trouble not in codes and (case.trouble or codes):
        yield f"trouble {sorted(codes)} instead of {case.trouble or 'none'}"
    if case.note and not any(str(note).startswith(case.note) for note in probe.notes):
        yield f"no note {case.note}"
    if case.says and not said(probe).startswith(case.says):
        yield f"says {said(probe)}"


def said(probe: Probe) -> str:
    """Give the description of the first tool."""
    tools = probe.surface.lists.get("tools", {}) if probe.surface else {}
    return str(next(iter(tools.values()))[0].definition.get("description")) if tools else ""


def peak_memory() -> int:
    """Give the most memory that this program ever had, in MiB; what its parent had before does not count."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) // 1024
