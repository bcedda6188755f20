"""What is promised of speed and memory, one function a promise."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measuring import FLOOR, PYTHON, TOOLPIN_CI, Times, in_turns, lock, peak_mib, run
from bench.surfaces import REPLAY, ROOT, changed, small_tool, tool, write

SLOW = str(ROOT / "bench" / "slow_start.py")
SLOW_SERVERS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One promise and what became of it."""

    what: str
    limit: float
    measured: float
    unit: str = "x"
    spread: str = ""

    @property
    def holds(self) -> bool:
        """Whether the figure is within the promise."""
        return self.measured <= self.limit


def one_server(title: str, command: Sequence[str], work: Path, limit: float, runs: int) -> Iterator[Row]:
    """`check` and `probe` of one server against the floor."""
    lock(work, "--", *command)
    times = in_turns(
        {
            "floor": [PYTHON, FLOOR, *command],
            "check": [TOOLPIN_CI, "check", "--", *command],
            "probe": [TOOLPIN_CI, "probe", "--", *command],
        },
        work,
        runs,
    )
    for name in ("check", "probe"):
        yield Row(
            what=f"`{name}`, {title}",
            limit=limit,
            measured=times[name].best / times["floor"].best,
            spread=f"{times[name]} over {times['floor']}",
        )


def replayed(surface: Path) -> list[str]:
    """The command of a replayed server."""
    return [PYTHON, str(REPLAY), str(surface)]


def smallest(work: Path, runs: int) -> Iterator[Row]:
    """One tool, from a server that starts at once."""
    surface = write(work / "surface.json", [small_tool(1)])
    yield from one_server("the smallest server", replayed(surface), work, 2.0, runs)


def thousand_tools(work: Path, runs: int) -> Iterator[Row]:
    """A thousand tools of everyday size."""
    surface = write(work / "surface.json", [tool(number) for number in range(1000)])
    yield from one_server("1,000 tools", replayed(surface), work, 2.0, runs)


def ten_slow_starters(work: Path, runs: int) -> Iterator[Row]:
    """Ten servers of one configuration are asked at once."""
    surface = write(work / "surface.json", [small_tool(1)])
    command = [PYTHON, SLOW, str(REPLAY), str(surface)]
    servers = {f"slow-{number}": {"command": command} for number in range(SLOW_SERVERS)}
    text = json.dumps({"version": 1, "servers": servers})
    (work / ".toolpin-ci.yml").write_text(text, encoding="utf-8")
    lock(work)
    times = in_turns({"floor": [PYTHON, FLOOR, *command], "check": [TOOLPIN_CI, "check"]}, work, runs)
    yield Row(
        what="`check`, ten servers that need a second each, over one of them",
        limit=1.5,
        measured=times["check"].best / times["floor"].best,
        spread=f"{times['check']} over {times['floor']}",
    )


def small_memory(work: Path) -> Iterator[Row]:
    """Peak memory where there is little to hold."""
    command = replayed(write(work / "surface.json", [small_tool(1)]))
    lock(work, "--", *command)
    floor = peak_mib([FLOOR, *command], work)
    ours = peak_mib([TOOLPIN_CI, "check", "--", *command], work)
    yield Row(
        what="peak memory of `check`, the smallest server",
        limit=2.0,
        measured=ours / floor,
        spread=f"{ours:.0f} over {floor:.0f} MiB",
    )


def large_memory(work: Path) -> Iterator[Row]:
    """Peak memory where there is much to hold."""
    command = replayed(write(work / "surface.json", [small_tool(number) for number in range(50_000)]))
    lock(work, "--", *command)
    for name in ("check", "probe"):
        yield Row(
            what=f"peak memory of `{name}`, 50,000 small tools",
            limit=256,
            measured=peak_mib([TOOLPIN_CI, name, "--", *command], work),
            unit=" MiB",
        )


def growth(work: Path, runs: int) -> Iterator[Row]:
    """Ten times the tools cost ten times the time, once what every run costs is taken off."""
    times: dict[int, Times] = {}
    for count in (1, 1_000, 10_000):
        place = work / str(count)
        place.mkdir()
        command = replayed(write(place / "surface.json", [tool(number) for number in range(count)]))
        lock(place, "--", *command)
        times[count] = in_turns({"check": [TOOLPIN_CI, "check", "--", *command]}, place, runs)["check"]
    base = times[1].best
    yield Row(
        what="`check`, 10,000 tools over 1,000, less what one tool costs",
        limit=12.0,
        measured=(times[10_000].best - base) / (times[1_000].best - base),
        spread=f"{times[10_000]} over {times[1_000]}",
    )


def big_diff(work: Path, runs: int) -> Iterator[Row]:
    """A diff costs little more than reading both files."""
    tools = [tool(number) for number in range(10_000)]
    files = [write(work / "old.json", tools), write(work / "new.json", changed(tools, 100))]
    ours, reading = [], []
    for _ in range(runs):
        ours.append(run([TOOLPIN_CI, "diff", *files], work, expected=1))
        started = time.perf_counter()
        for file in files:
            json.loads(file.read_bytes())
        reading.append(time.perf_counter() - started)
    allowed = 8 * min(reading) + 0.3
    yield Row(
        what="`diff`, 10,000 tools with 100 changes, over 8 times `json.loads` of both plus 0.3 s",
        limit=1.0,
        measured=min(ours) / allowed,
        spread=f"{Times(tuple(ours))} over {allowed * 1000:.0f}",
    )
