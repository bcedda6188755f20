"""An MCP server that does not start without a token and a database; standard library only."""

import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

SERVER = {"name": "notes", "version": "1.0.0"}
DATABASE = Path.home() / "notes.db"
TEXT = {"type": "string", "description": "Words to look for"}
TOOLS: list[dict[str, Any]] = [
    {
        "name": "find_notes",
        "description": "Finds the notes that contain some words.",
        "inputSchema": {"type": "object", "properties": {"words": TEXT}, "required": ["words"]},
        "annotations": {"readOnlyHint": True},
    },
]


def topics() -> list[str]:
    """The topics of the notes, which the server tells its clients about: they are in the database."""
    with sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True) as database:
        return [row[0] for row in database.execute("SELECT name FROM topics ORDER BY name")]


def answer(method: str, known: list[str]) -> dict[str, Any] | None:
    """The result of a request; None where this server does not know the method."""
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": SERVER,
            "instructions": f"Notes about {', '.join(known)}.",
        }
    return {"tools": TOOLS} if method == "tools/list" else None


def main() -> None:
    """Answers one message a line until the client closes the pipe."""
    if not os.environ.get("NOTES_TOKEN"):
        sys.exit("NOTES_TOKEN is not set")
    known = topics()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        result = answer(message["method"], known)
        error = {"code": -32601, "message": "Method not found"}
        told = {"error": error} if result is None else {"result": result}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)


if __name__ == "__main__":
    main()
