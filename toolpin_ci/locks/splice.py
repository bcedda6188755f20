"""Writes a lockfile again by replacing only the text of what changed."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.locate import Member, after_space, find, members
from toolpin_ci.canon.text import compact, pretty
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Lock

_ENTRY_INDENT = "    "


def fresh(entries: Mapping[str, JsonObject], now: str) -> str:
    """Write a lockfile that was not there before."""
    document: JsonObject = {
        "lockfileVersion": 2,
        "generatedAt": now,
        "updatedAt": now,
        "servers": dict(entries),
    }
    return pretty(document) + "\n"


def with_entries(lock: Lock, changed: Mapping[str, JsonObject], now: str) -> str:
    """Write changed and new entries into a lockfile; every other byte stays, but for `updatedAt`."""
    if not changed:
        return lock.text
    text = lock.text
    for key in sorted(changed):
        text = _put(text, key, changed[key])
    return _stamped(text, now)


def _servers(text: str) -> Member:
    found = find(text, "/servers")
    if found is None:
        message = "a lockfile without `servers` was read"
        raise ValueError(message)
    return found


def _put(text: str, key: str, entry: JsonObject) -> str:
    written = pretty(entry, _ENTRY_INDENT)
    servers = _servers(text)
    rows = list(members(text, servers.start))
    for row in rows:
        if row.key == key:
            return text[: row.start] + written + text[row.end :]
    member = f"{compact(key)}: {written}"
    if not rows:
        return f"{text[: servers.start]}{{\n{_ENTRY_INDENT}{member}\n  }}{text[servers.end :]}"
    after = [row for row in rows if row.key > key]
    keys = [row.key for row in rows]
    if after and keys == sorted(keys):
        return f"{text[: after[0].key_start]}{member},\n{_ENTRY_INDENT}{text[after[0].key_start :]}"
    return f"{text[: rows[-1].end]},\n{_ENTRY_INDENT}{member}{text[rows[-1].end :]}"


def _stamped(text: str, now: str) -> str:
    """Renew the top-level `updatedAt`, adding it behind `servers` where it is missing."""
    value: Json = now
    found = find(text, "/updatedAt")
    if found is not None:
        return text[: found.start] + compact(value) + text[found.end :]
    end = re.search(r"\s*\}\s*\Z", text)
    if end is None or after_space(text, 0) >= len(text):
        return text
    return f'{text[: end.start()]},\n  "updatedAt": {compact(value)}\n}}\n'
