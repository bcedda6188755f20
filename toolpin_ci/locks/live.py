"""What a server lists, as locks of other systems look at it: by name, every definition of it."""

from collections.abc import Mapping

from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.surface import Surface

Definitions = Mapping[str, tuple[JsonObject, ...]]


def definitions(surface: Surface, name: str) -> Definitions:
    """Give the definitions of one list; more than one where a server lists a name more than once."""
    return {
        key: tuple(item.definition for item in items) for key, items in surface.lists.get(name, {}).items()
    }
