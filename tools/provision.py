"""Gets things onto this machine: retried commands, Debian packages, a cache outside the checkout."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAUSES = (2, 8, 20)
OUTPUT_LINES = 25


class Unavailable(Exception):  # noqa: N818 - it names what the machine cannot have, with the reason
    """This machine cannot have something; the text says what and why."""


def say(text: str) -> None:
    """One line of progress, on standard error so that standard output stays a result."""
    print(f"toolpin-ci: {text}", file=sys.stderr, flush=True)


def cache_root() -> Path:
    """Where downloads live: shared by every checkout, never inside one."""
    own = os.environ.get("TOOLPIN_CI_CACHE")
    if own:
        return Path(own).expanduser().resolve()
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "toolpin-ci"


def content_key(*parts: bytes | str) -> str:
    """A short name for exactly these contents."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()[:24]


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Holds a file lock, so that two checkouts do not build the same thing at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run(command: Sequence[str | Path], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    """Runs quietly; on failure raises with the last lines that the command printed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-OUTPUT_LINES:])
        raise Unavailable(f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{tail}")


def run_retried(
    command: Sequence[str | Path], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> None:
    """Runs a command that downloads: a mirror's hiccup costs a pause, not the build."""
    for pause in PAUSES:
        try:
            return run(command, cwd=cwd, env=env)
        except Unavailable as failure:
            say(f"{failure}\ntrying again in {pause} s")
            time.sleep(pause)
    return run(command, cwd=cwd, env=env)


def install_debian(*packages: str) -> None:
    """Installs Debian packages when that is possible, or raises with the command a person would run."""
    wanted = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise Unavailable(f"{wanted} is missing and this system has no apt-get: install it and run again")
    if os.geteuid() != 0:
        raise Unavailable(f"{wanted} is missing; as root: apt-get install {wanted}")
    say(f"installing {wanted} with apt-get")
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    run_retried(["apt-get", "update", "-qq"], env=env)
    run_retried(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages], env=env)
