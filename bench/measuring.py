"""Runs commands in turns, so that a busy moment of the machine meets all of them, and keeps their times."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.surfaces import ROOT

PYTHON = sys.executable
TOOLPIN_CI = str(Path(sys.executable).with_name("toolpin-ci"))
FLOOR = str(ROOT / "bench" / "floor.py")
PEAK = str(ROOT / "bench" / "peak.py")
PATIENCE_SECONDS = 300
# Both sides start from compiled bytecode, as installed programs do.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Times:
    """The wall times of one command, in seconds."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """What the command costs where nothing else runs: the least that was seen."""
        return min(self.seconds)

    def __str__(self) -> str:
        shown = (self.best, statistics.median(self.seconds), max(self.seconds))
        return " / ".join(f"{value * 1000:.0f}" for value in shown)


class UnexpectedExitError(Exception):
    """A measured command did not end as it should."""


def run(command: Sequence[str | Path], work: Path, expected: int = 0) -> float:
    """Run one command and give its wall time."""
    started = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=work,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    seconds = time.perf_counter() - started
    if done.returncode != expected:
        words = done.stderr.decode(errors="replace")
        raise UnexpectedExitError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{words}")
    return seconds


def in_turns(commands: Mapping[str, Sequence[str]], work: Path, runs: int) -> dict[str, Times]:
    """Run each once to warm the caches, then all of them in turns."""
    for command in commands.values():
        run(command, work)
    seen: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            seen[name].append(run(command, work))
    return {name: Times(tuple(seconds)) for name, seconds in seen.items()}


def peak_mib(program: Sequence[str], work: Path) -> float:
    """The peak memory of a Python program, without its children."""
    file = work / "peak"
    run([PYTHON, PEAK, file, *program], work)
    return int(file.read_text(encoding="ascii")) / 1024


def lock(work: Path, *words: str) -> None:
    """Write the lockfile that the checks compare with."""
    run([TOOLPIN_CI, "lock", *words], work)
