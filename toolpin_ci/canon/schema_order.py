"""Puts the `required` lists of a JSON Schema in one order, at schema positions only."""

from collections.abc import Callable

from toolpin_ci.model.jsonvalue import Json, JsonObject

_ONE = frozenset({
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
    "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
_MANY = frozenset(("allOf", "anyOf", "oneOf", "prefixItems", "items"))
_NAMED = frozenset({
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
})  # fmt: skip

_POSITIONS = _ONE | _MANY | _NAMED | {"required"}


def in_order(schema: Json) -> Json:
    """Return the schema with every `required` list sorted; the same object where none moved."""
    if not isinstance(schema, dict):
        return schema
    moved: dict[str, Json] = {}
    for keyword, value in schema.items():
        sort = _sorter(keyword, value) if keyword in _POSITIONS else None
        if sort is not None:
            ordered = sort(value)
            if ordered is not value:
                moved[keyword] = ordered
    return {**schema, **moved} if moved else schema


def _sorter(keyword: str, value: Json) -> Callable[[Json], Json] | None:
    if isinstance(value, dict):
        if keyword in _NAMED:
            return _each_value
        return in_order if keyword in _ONE else None
    if isinstance(value, list):
        if keyword == "required":
            return _sorted_names
        return _each_item if keyword in _MANY else None
    return None


def _sorted_names(names: Json) -> Json:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return names
    ordered = sorted(names)
    return names if ordered == names else ordered


def _each_value(schemas: Json) -> Json:
    if not isinstance(schemas, dict):
        return schemas
    ordered = {name: in_order(schema) for name, schema in schemas.items()}
    return ordered if any(ordered[name] is not schemas[name] for name in ordered) else schemas


def _each_item(schemas: Json) -> Json:
    if not isinstance(schemas, list):
        return schemas
    ordered = [in_order(schema) for schema in schemas]
    return ordered if any(new is not old for new, old in zip(ordered, schemas, strict=True)) else schemas


def definition_in_order(definition: JsonObject) -> JsonObject:
    """Return a listed item with both of its schemas in order."""
    moved = {
        member: ordered
        for member in ("inputSchema", "outputSchema")
        if member in definition and (ordered := in_order(definition[member])) is not definition[member]
    }
    return {**definition, **moved} if moved else definition
