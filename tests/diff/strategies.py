"""Random schemas and surfaces, and small edits of them."""

import copy
import random
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["path", "mode", "size", "Name", "n\u00e4me", "a/b", "~", "x-y"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 2**60),
    st.sampled_from(["", "a", "b c", "caf\u00e9", "Read it."]),
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
REFERENCES = st.sampled_from(["#/$defs/A", "#/$defs/B", "#", "#/$defs/missing", "https://files.example/a"])
NUMBERS = st.integers(0, 9)


def _limits(inner: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    named = st.dictionaries(NAMES, inner, max_size=3)
    rows = st.lists(inner, min_size=1, max_size=3)
    return {
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
        "title": st.text("ab ", max_size=4),
        "description": st.sampled_from(
            ["Read.", "read.", "Read  it.", "Send it.", "Re\u200bad.", "caf\u00e9"]
        ),
        "default": SCALARS,
        "enum": st.lists(SCALARS, min_size=1, max_size=3),
        "const": SCALARS,
        "examples": st.lists(SCALARS, max_size=2),
        "minimum": NUMBERS,
        "exclusiveMinimum": NUMBERS,
        "maximum": NUMBERS,
        "multipleOf": st.integers(1, 6),
        "minLength": NUMBERS,
        "maxItems": NUMBERS,
        "uniqueItems": st.booleans(),
        "pattern": st.sampled_from(["^a", "b$"]),
        "format": st.sampled_from(["date", "uri"]),
        "contentEncoding": st.sampled_from(["base64", "base32"]),
        "properties": named,
        "required": st.lists(NAMES, max_size=3, unique=True),
        "additionalProperties": inner,
        "patternProperties": named,
        "propertyNames": inner,
        "items": inner,
        "prefixItems": rows,
        "contains": inner,
        "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2), max_size=2),
        "dependentSchemas": named,
        "if": inner,
        "then": inner,
        "not": inner,
        "allOf": rows,
        "anyOf": rows,
        "oneOf": rows,
        "$ref": REFERENCES,
        "$comment": st.sampled_from(["x", "y"]),
        "deprecated": st.booleans(),
        "x-vendor": SCALARS,
    }


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keywords = _limits(inner)
    return st.lists(st.sampled_from(sorted(keywords)), max_size=4, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: keywords[name] for name in names})
    )


SCHEMAS: st.SearchStrategy[Any] = st.recursive(st.booleans() | st.just({}), _objects, max_leaves=12)
ROOTS = st.builds(
    lambda body, definitions: {**(body if isinstance(body, dict) else {}), "$defs": definitions},
    SCHEMAS,
    st.fixed_dictionaries({"A": SCHEMAS, "B": SCHEMAS}),
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Give every parent and key inside a value."""
    rows = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in list(rows):
        yield value, key
        yield from places(inner)


def edited(value: Any, seed: int) -> Any:
    """Replace, remove or add one thing somewhere."""
    dice = random.Random(seed)
    new = copy.deepcopy(value)
    spots = list(places(new))
    parent, key = dice.choice(spots) if spots else (new, None)
    what = dice.randrange(4)
    others = [None, True, False, 0, 7, "zz", [], {}, {"type": "string"}, ["zz"], {"$ref": "#/$defs/A"}]
    if key is None or what == 0:
        target = parent if isinstance(parent, dict) else new
        target[dice.choice(["minLength", "zz", "description", "anyOf", "items", "$ref", "enum"])] = (
            dice.choice(others)
        )
    elif what == 1:
        del parent[key]
    else:
        parent[key] = dice.choice(others)
    return new
