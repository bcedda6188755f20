"""Prints what our commands cost against the floor, and fails where a promise is clearly broken."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench import pins, rows
from bench.measuring import UnexpectedExitError
from bench.rows import Row
from tests.real.servers import manifest
from tools.provision import say

REAL = ("server-memory", "mcp-server-git")
CLEARLY = 1.15
"""A figure this far above its limit is not the machine's mood."""

Promise = Callable[[Path], Iterator[Row]]


def promises(runs: int) -> Iterator[tuple[str, Promise]]:
    """Everything that is measured, by name."""
    for name in REAL:
        command = manifest()["commands"].get(name)
        if command is None:
            say(f"{name} is not installed: make fixtures")
            continue
        yield name, partial(_real, name, command, runs)
    yield "smallest", partial(rows.smallest, runs=2 * runs)
    yield "1000", partial(rows.thousand_tools, runs=runs)
    yield "ten", partial(rows.ten_slow_starters, runs=max(2, runs // 2))
    yield "memory", rows.small_memory
    yield "50000", rows.large_memory
    yield "growth", partial(rows.growth, runs=max(2, runs // 2))
    yield "pins", partial(pins.twenty_pins, runs=max(2, runs // 2))
    yield "diff", partial(rows.big_diff, runs=max(2, runs // 2))


def _real(name: str, command: list[str], runs: int, work: Path) -> Iterator[Row]:
    return rows.one_server(name, command, work, 1.25, runs)


def cells(row: Row) -> tuple[str, ...]:
    """One line of the table."""
    digits = 2 if row.unit == "x" else 0
    figures = (f"{value:.{digits}f}{row.unit}" for value in (row.limit, row.measured))
    return (row.what, *figures, "yes" if row.holds else "**no**", row.spread)


def main() -> int:
    """Measure everything, or the promises named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="*", help="names of promises; default: all")
    parser.add_argument("--runs", type=int, default=7, help="default: %(default)s")
    options = parser.parse_args()
    print("| what | at most | measured | holds | ms: least / median / most |")
    print("|:--|--:|--:|:--|:--|")
    broken = False
    for name, promise in promises(options.runs):
        if options.only and name not in options.only:
            continue
        try:
            broken = not shown(promise) or broken
        except UnexpectedExitError as problem:
            say(str(problem))
            broken = True
    return 1 if broken else 0


def shown(promise: Promise) -> bool:
    """Print the rows of one promise; tell whether none is clearly broken."""
    kept = True
    with tempfile.TemporaryDirectory(prefix="toolpin-ci-bench-") as scratch:
        work = Path(scratch)
        work.chmod(0o755)  # as a checkout is: a server under a user of its own can start there
        for row in promise(work):
            print(f"| {' | '.join(cells(row))} |", flush=True)
            kept = kept and row.measured <= row.limit * CLEARLY
    return kept


if __name__ == "__main__":
    sys.exit(main())
