"""Computes ToolPin's three hashes of a tools list."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from json.encoder import encode_basestring

from toolpin_ci.canon.collation import CollationError, locale_key
from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.canon.text import escape_lone
from toolpin_ci.canon.toolpin_json import canonical, canonical_each
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_LOST = "__proto__"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolHashes:
    """The three hashes of one tools list, in hex; a locale's order may leave two of them unknown."""

    description: str | None
    manifest: str | None
    surface: str


@dataclass(frozen=True, slots=True)
class _Row:
    """One tool, its members already written: what one hash encoded another takes as it is."""

    key: str
    name: str
    description: str
    schema: str
    surface: str

    @property
    def described(self) -> str:
        return f'{{"description":{self.description},"name":{self.name}}}'

    @property
    def manifest(self) -> str:
        return f'{{"description":{self.description},"inputSchema":{self.schema},"name":{self.name}}}'


def tool_hashes(tools: Iterable[Json]) -> ToolHashes:
    """Compute all three at once; the first two are None where we cannot know their order."""
    rows = _rows(tools)
    surface = _hash(row.surface for row in _by_code_unit(rows))
    try:
        ordered = _by_locale(rows)
    except CollationError:
        return ToolHashes(description=None, manifest=None, surface=surface)
    description = _hash(row.described for row in ordered)
    return ToolHashes(
        description=description, manifest=_hash(row.manifest for row in ordered), surface=surface
    )


def description_hash(tools: Iterable[Json]) -> str:
    """Compute `toolDescriptionHash`: names and descriptions, in the order of a locale."""
    return _hash(row.described for row in _by_locale(_rows(_without_schema(tool) for tool in tools)))


def manifest_hash(tools: Iterable[Json]) -> str:
    """Compute `toolManifestHash`: names, descriptions and input schemas, in the order of a locale."""
    return _hash(row.manifest for row in _by_locale(_rows(tools)))


def surface_hash(tools: Iterable[Json]) -> str:
    """Compute `toolSurfaceHash`: the same members, absent and null kept apart, in UTF-16 order."""
    return _hash(row.surface for row in _by_code_unit(_rows(tools)))


def as_probed(tools: Iterable[JsonObject]) -> list[JsonObject]:
    """Give tools as ToolPin's client hands them over: it loses `__proto__` in two places of a schema."""
    return [_as_probed(tool) for tool in tools]


def _as_probed(tool: JsonObject) -> JsonObject:
    schema = tool.get("inputSchema")
    if not isinstance(schema, Mapping):
        return tool
    properties = schema.get("properties")
    if _LOST not in schema and not (isinstance(properties, Mapping) and _LOST in properties):
        return tool
    kept = {name: value for name, value in schema.items() if name != _LOST}
    if isinstance(properties, Mapping):
        kept["properties"] = {name: value for name, value in properties.items() if name != _LOST}
    return {**tool, "inputSchema": kept}


def _without_schema(tool: Json) -> Json:
    return {**tool, "inputSchema": None} if isinstance(tool, Mapping) else tool


def _rows(tools: Iterable[Json]) -> list[_Row]:
    definitions = [_definition(tool) for tool in tools]
    schemas = canonical_each([definition.get("inputSchema") for definition in definitions])
    return [_row(definition, schema) for definition, schema in zip(definitions, schemas, strict=True)]


def _definition(tool: Json) -> JsonObject:
    if isinstance(tool, Mapping) and isinstance(tool.get("name"), str):
        return tool
    raise ToolpinError("a tool without a string `name` has no ToolPin hash")


def _row(tool: JsonObject, schema: str) -> _Row:
    key = str(tool["name"])
    name = encode_basestring(key)
    description = _text(tool.get("description"))
    own_description = f'"description":{description},' if "description" in tool else ""
    own_schema = f'"inputSchema":{schema},' if "inputSchema" in tool else ""
    return _Row(
        key,
        name,
        '""' if tool.get("description") is None else description,
        "{}" if tool.get("inputSchema") is None else schema,
        f'{{{own_description}{own_schema}"name":{name}}}',
    )


def _text(value: Json) -> str:
    return encode_basestring(value) if isinstance(value, str) else canonical(value)


def _by_locale(rows: Sequence[_Row]) -> list[_Row]:
    # A single name has one place under every locale.
    if len({row.key for row in rows}) <= 1:
        return list(rows)
    return sorted(rows, key=lambda row: locale_key(row.key))


def _by_code_unit(rows: Sequence[_Row]) -> list[_Row]:
    return sorted(rows, key=lambda row: utf16(row.key))


def _hash(records: Iterable[str]) -> str:
    text = f"[{','.join(records)}]"
    try:
        return sha256(text.encode()).hexdigest()
    except UnicodeEncodeError:
        return sha256(escape_lone(text).encode()).hexdigest()
