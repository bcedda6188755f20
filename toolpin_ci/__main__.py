"""Runs the command: `python -m toolpin_ci`."""

from toolpin_ci.cli import entry

if __name__ == "__main__":
    entry()
