"""Runs a Python program and writes its own peak memory in KiB to a file: what its children use is not in it.

python peak.py FILE PROGRAM [ARGUMENT…]

The kernel's rusage of a waited child is the maximum over that child and its children, and counts what the
parent had mapped at the fork; the high-water mark of the address space does neither.
"""

import atexit
import runpy
import sys


def high_water_mark() -> str:
    """VmHWM of this process."""
    with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - importing pathlib would be measured
        return next(line.split()[1] for line in status if line.startswith("VmHWM:"))


def report(file: str) -> None:
    """Write the figure when the program is through."""
    mark = high_water_mark()
    with open(file, "w", encoding="ascii") as out:  # noqa: PTH123 - as above
        out.write(mark)


if __name__ == "__main__":
    atexit.register(report, sys.argv[1])
    sys.argv = sys.argv[2:]
    runpy.run_path(sys.argv[0], run_name="__main__")
