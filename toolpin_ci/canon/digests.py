"""Digests of a surface: one for each listed item, one for the whole."""

from collections.abc import Mapping
from hashlib import sha256

from toolpin_ci.canon.schema_order import definition_in_order
from toolpin_ci.canon.text import canonical
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import LIST_NAMES, Surface


def sha256_of(text: str) -> str:
    """Name the SHA-256 of a text's UTF-8 as `sha256:<hex>`."""
    return "sha256:" + sha256(text.encode("utf-8")).hexdigest()


def item_digest(definition: JsonObject) -> str:
    """Digest one tool, prompt, resource or template as the server sent it."""
    return sha256_of(canonical(definition_in_order(definition)))


def surface_digest(surface: Surface) -> str:
    """Digest everything reviewed: what the server says of itself and the digests of all items."""
    return sha256_of(canonical({**surface.header, **_lists(surface)}))


def _lists(surface: Surface) -> Mapping[str, Json]:
    return {
        name: {key: [item.digest for item in items] for key, items in surface.lists[name].items()}
        for name in LIST_NAMES
        if name in surface.lists
    }
