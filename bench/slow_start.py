"""Becomes the replayed server after a second: a server that is slow to start.

python slow_start.py REPLAY_SERVER SURFACE
"""

import os
import sys
import time

SECONDS = 1.0

if __name__ == "__main__":
    time.sleep(SECONDS)
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])  # noqa: S606 - our own interpreter, no shell
