"""Digests of a surface: one for each listed item, one for the whole."""

import re
from collections.abc import Mapping
from hashlib import sha256

from toolpin_ci.canon.schema_order import definition_in_order
from toolpin_ci.canon.text import canonical
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import LIST_NAMES, Surface

_REQUIRED = re.compile(r'"required":\[(?:"([^"\\]*(?:","[^"\\]*)*)")?\]')
"""A list of plain names under that key; what does not look like one is not counted as ordered."""


def sha256_of(text: str) -> str:
    """Name the SHA-256 of a text's UTF-8 as `sha256:<hex>`."""
    return "sha256:" + sha256(text.encode("utf-8")).hexdigest()


def item_digest(definition: JsonObject) -> str:
    """Digest one tool, prompt, resource or template as the server sent it."""
    text = canonical(definition)
    return sha256_of(text if _is_ordered(text) else canonical(definition_in_order(definition)))


def _is_ordered(text: str) -> bool:
    """Tell cheaply that every list called `required` is sorted already, wherever it stands."""
    found = _REQUIRED.findall(text)
    return len(found) == text.count('"required":[') and all(
        names == '","'.join(sorted(names.split('","'))) for names in found
    )


def surface_digest(surface: Surface) -> str:
    """Digest everything reviewed: what the server says of itself and the digests of all items."""
    return sha256_of(canonical({**surface.header, **_lists(surface)}))


def _lists(surface: Surface) -> Mapping[str, Json]:
    return {
        name: {key: [item.digest for item in items] for key, items in surface.lists[name].items()}
        for name in LIST_NAMES
        if name in surface.lists
    }
