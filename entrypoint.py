"""Starts the action inside its container."""

from toolpin_ci.action import entry

if __name__ == "__main__":
    entry()
