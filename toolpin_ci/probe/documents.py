"""Reads the documents of a server that a lockfile needs, where the server lists them; calls nothing else."""

from collections.abc import Mapping, Sequence

from toolpin_ci.canon.text import parse
from toolpin_ci.errors import JsonError, ProbeError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.limits import DOCUMENT_BYTES
from toolpin_ci.model.surface import Items, Note
from toolpin_ci.ports import Channel, RpcError

_CODE = "document-unreadable"


def read_documents(
    channel: Channel, listed: Items, uris: Sequence[str], meta: JsonObject | None
) -> tuple[Mapping[str, Json], tuple[Note, ...]]:
    """Give the documents by URI, and a note for each that is listed and could not be read."""
    found: dict[str, Json] = {}
    notes: list[Note] = []
    for uri in uris:
        if uri not in listed:
            continue
        try:
            found[uri] = _document(channel, uri, meta)
        except (RpcError, ProbeError, JsonError) as error:
            notes.append(Note(_CODE, f"{uri} is listed and could not be read: {_why(error)}"))
    return found, tuple(notes)


def _why(error: Exception) -> str:
    return error.words if isinstance(error, RpcError) else str(error)


def _document(channel: Channel, uri: str, meta: JsonObject | None) -> Json:
    params: dict[str, Json] = {"uri": uri}
    if meta is not None:
        params["_meta"] = meta
    contents = channel.request("resources/read", params).get("contents")
    first = contents[0] if isinstance(contents, (list, tuple)) and len(contents) == 1 else None
    text = first.get("text") if isinstance(first, Mapping) else None
    if not isinstance(text, str):
        raise ProbeError(_CODE, "it is not one text")
    if len(text) > DOCUMENT_BYTES:
        raise ProbeError(_CODE, f"it is larger than {DOCUMENT_BYTES:,} characters")
    return parse(text)
