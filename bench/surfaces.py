"""Makes the surfaces that the replayed servers offer."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REPLAY = ROOT / "tests" / "sim" / "replay_server.py"


def tool(number: int) -> dict[str, Any]:
    """A tool of everyday size: a few sentences and four parameters."""
    return {
        "name": f"tool_{number:05}",
        "title": f"Tool {number}",
        "description": f"Looks up record {number} of the archive. Use it when the user names a record by its "
        "number; the answer has the record's title, its date and its text.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What to look for", "minLength": 1},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
                "order": {"type": "string", "enum": ["newest", "oldest", "relevance"]},
                "fields": {"type": "array", "items": {"type": "string"}, "description": "Members to return"},
            },
            "required": ["query"],
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def small_tool(number: int) -> dict[str, Any]:
    """The least that a tool can be."""
    name = f"tool_{number:05}"
    return {"name": name, "description": f"Tool number {number}", "inputSchema": {"type": "object"}}


def changed(tools: list[dict[str, Any]], changes: int) -> list[dict[str, Any]]:
    """The same tools, some of them with another description."""
    step = len(tools) // changes
    return [
        {**one, "description": one["description"] + " It costs one credit."} if number % step == 0 else one
        for number, one in enumerate(tools)
    ]


def write(path: Path, tools: list[dict[str, Any]]) -> Path:
    """A surface file for the replayed server, and for `diff`."""
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return path
