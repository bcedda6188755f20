"""Runs one misbehaving server by its name."""

import sys
from pathlib import Path


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    from tests.hostile.servers import actions, shapes, wire  # noqa: PLC0415 - found only now

    {**wire.SERVERS, **shapes.SERVERS, **actions.SERVERS}[sys.argv[1]]()


if __name__ == "__main__":
    main()
