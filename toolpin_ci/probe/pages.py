"""Reads one list of a server to its last page, within named limits."""

from toolpin_ci.errors import ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import CURSOR_CHARS, LIST_BYTES, LIST_ITEMS, LIST_PAGES
from toolpin_ci.model.surface import KEY_MEMBER, Note
from toolpin_ci.ports import Channel, RpcError

_METHOD_NOT_FOUND = -32601
_SHOWN = 10
_METHODS = {
    "tools": "tools/list",
    "prompts": "prompts/list",
    "resources": "resources/list",
    "resourceTemplates": "resources/templates/list",
}


def read_list(channel: Channel, name: str, meta: JsonObject | None) -> list[JsonObject]:
    """Follow every page of a list; raise `ProbeError` where any part of it could not be read."""
    method = _METHODS[name]
    started = channel.received
    items: list[Json] = []
    seen: set[str] = set()
    cursor: str | None = None
    for _ in range(LIST_PAGES):
        try:
            result = channel.request(method, _params(cursor, meta))
        except RpcError as error:
            if error.code == _METHOD_NOT_FOUND and name != "tools" and cursor is None:
                words = f"{method} is advertised but not there; read as an empty list"
                channel.notes.append(Note("empty-list", words))
                return []
            message = f"{method} was answered with the error {error.words}"
            raise ProbeError("list-error", message) from error
        items.extend(_items(result, name, method))
        _check_size(method, items, channel.received - started)
        cursor = _next_cursor(result, method, seen)
        if cursor is None:
            return _objects(items, name, method)
    raise ProbeError("too-many-pages", f"{method} has more than {LIST_PAGES:,} pages", limit="LIST_PAGES")


def read_first_page(channel: Channel, name: str) -> list[JsonObject]:
    """Read what a client sees that never asks for a second page."""
    method = _METHODS[name]
    started = channel.received
    items = _items(channel.request(method, {}), name, method)
    _check_size(method, items, channel.received - started)
    return _objects(items, name, method)


def _params(cursor: str | None, meta: JsonObject | None) -> JsonObject:
    params: dict[str, Json] = {}
    if cursor is not None:
        params["cursor"] = cursor
    if meta is not None:
        params["_meta"] = meta
    return params


def _items(result: JsonObject, name: str, method: str) -> list[Json]:
    items = result.get(name)
    if not isinstance(items, list):
        raise ProbeError("invalid-surface", f"the answer to {method} has no array `{name}`")
    return items


def _objects(items: list[Json], name: str, method: str) -> list[JsonObject]:
    member = KEY_MEMBER[name]
    found: list[JsonObject] = [item for item in items if isinstance(item, dict) and _is_named(item, member)]
    if len(found) != len(items):
        wrong = [number for number, item in enumerate(items) if not _is_named(item, member)]
        shown = ", ".join(map(str, wrong[:_SHOWN])) + (" and more" if len(wrong) > _SHOWN else "")
        raise ProbeError("invalid-item", f"without a text as `{member}` in {method}: items {shown}")
    return found


def _is_named(item: Json, member: str) -> bool:
    return isinstance(item, dict) and isinstance(item.get(member), str)


def _check_size(method: str, items: list[Json], size: int) -> None:
    if len(items) > LIST_ITEMS:
        raise ProbeError("too-many-items", f"{method} has more than {LIST_ITEMS:,} items", limit="LIST_ITEMS")
    if size > LIST_BYTES:
        raise ProbeError(
            "response-too-large",
            f"{method} has more than {LIST_BYTES:,} bytes in all its pages",
            limit="LIST_BYTES",
        )


def _next_cursor(result: JsonObject, method: str, seen: set[str]) -> str | None:
    cursor = result.get("nextCursor")
    if cursor is None or cursor == "":
        return None
    if not isinstance(cursor, str):
        raise ProbeError("invalid-cursor", f"the cursor of {method} is no string")
    if len(cursor) > CURSOR_CHARS:
        raise ProbeError(
            "response-too-large",
            f"the cursor of {method} has more than {CURSOR_CHARS:,} characters",
            limit="CURSOR_CHARS",
        )
    if cursor in seen:
        raise ProbeError("pagination-loop", f"{method} gives the same cursor again: its pages never end")
    seen.add(cursor)
    return cursor
