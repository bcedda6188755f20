"""Makes a small database for the probe: what a server says must not depend on production."""

import sqlite3
from pathlib import Path

if __name__ == "__main__":
    with sqlite3.connect(Path.home() / "notes.db") as database:
        database.execute("CREATE TABLE topics (name TEXT)")
        database.executemany("INSERT INTO topics VALUES (?)", [("gardening",), ("sailing",)])
