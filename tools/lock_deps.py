"""Regenerates the hash-pinned requirement files from their .in files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).with_name("uv")
# The locks must install wherever pip's own settings point, so they name no index and no path.
OPTIONS = [
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-annotate",
    "--quiet",
    "--custom-compile-command=make lock-deps",
]
LOCKS = [
    "requirements/runtime",
    "requirements/dev",
]


def compile_lock(stem: str, extra: list[str]) -> None:
    """Writes `stem`.txt from `stem`.in."""
    command = [str(UV), "pip", "compile", *OPTIONS, *extra, f"{stem}.in", f"--output-file={stem}.txt"]
    subprocess.run(command, cwd=ROOT, check=True)
    print(f"wrote {stem}.txt")


if __name__ == "__main__":
    # `--upgrade` and `--upgrade-package NAME` go through to uv.
    for lock in LOCKS:
        compile_lock(lock, sys.argv[1:])
