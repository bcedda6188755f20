"""Notes what is odd about listed tools although they can be read."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Items, Note

_NAMED = 3
_SHOWN = 40


def odd_tools(items: Items) -> Iterator[Note]:
    """Name the tools whose input schema is no object's, or whose words are no text."""
    tools = [item.definition for same_name in items.values() for item in same_name]
    schemas = [tool for tool in tools if not _takes_object(tool.get("inputSchema"))]
    if schemas:
        yield Note("schema-type", f"no `type: object` in the input schema of {_named(schemas)}")
    words = [
        tool for tool in tools if not _is_text(tool.get("description")) or not _is_text(tool.get("title"))
    ]
    if words:
        yield Note("field-type", f"a description or title that is no text, of {_named(words)}")


def _takes_object(schema: Json) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "object"


def _is_text(value: Json) -> bool:
    return value is None or isinstance(value, str)


def _named(tools: Sequence[JsonObject]) -> str:
    shown = ", ".join(ascii(str(tool.get("name"))[:_SHOWN]) for tool in tools[:_NAMED])
    more = len(tools) - _NAMED
    return shown + (f" and {more:,} more tools" if more > 0 else "")
