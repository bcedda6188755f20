import json
import random
from typing import Any

import pytest

from toolpin_ci.canon.digests import item_digest
from toolpin_ci.canon.surface_document import SurfaceError, assemble, from_json, to_json
from toolpin_ci.canon.text import parse, pretty
from toolpin_ci.model.surface import Surface

TOOL: dict[str, Any] = {
    "name": "t",
    "inputSchema": {
        "type": "object",
        "required": ["a", "b"],
        "properties": {"o": {"type": "object", "required": ["x", "y"]}, "required": {"enum": ["b", "a"]}},
        "$defs": {"d": {"required": ["p", "q"]}},
        "anyOf": [{"required": ["c", "d"]}],
    },
}


def read(document: Any) -> Surface:
    return from_json(parse(json.dumps(document)))[0]


def shuffled(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict):
        rows = [(key, shuffled(inner, rng)) for key, inner in value.items()]
        rng.shuffle(rows)
        return dict(rows)
    return [shuffled(inner, rng) for inner in value] if isinstance(value, list) else value


def test_the_order_of_lists_keys_and_required_names_is_nothing() -> None:
    rng = random.Random(7)
    other = {"name": "u"}
    again = json.loads(json.dumps(TOOL).replace('["a", "b"]}, "$', '["b", "a"]}, "$'))
    again["inputSchema"]["required"] = ["b", "a"]
    again["inputSchema"]["properties"]["o"]["required"] = ["y", "x"]
    again["inputSchema"]["$defs"]["d"]["required"] = ["q", "p"]
    again["inputSchema"]["anyOf"][0]["required"] = ["d", "c"]
    again["inputSchema"]["properties"]["required"]["enum"] = ["b", "a"]
    first = read({"tools": [TOOL, other]})
    for _ in range(20):
        assert read({"tools": shuffled([other, again], rng)}).digest == first.digest


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("properties", "required", "enum"), ["a", "b"]),
        (("default",), {"required": ["b", "a"]}),
        (("examples",), [{"required": ["b", "a"]}]),
    ],
)
def test_required_outside_schema_positions_is_data(place: tuple[str, ...], value: Any) -> None:
    def with_value(new: Any) -> dict[str, Any]:
        tool: dict[str, Any] = json.loads(json.dumps(TOOL))
        target = tool["inputSchema"]
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = new
        return tool

    mirrored = json.loads(
        json.dumps(value).replace('"a", "b"', "X").replace('"b", "a"', "X").replace("X", '"b", "a"')
    )
    plain = json.loads(
        json.dumps(value).replace('"a", "b"', "X").replace('"b", "a"', "X").replace("X", '"a", "b"')
    )
    assert item_digest(with_value(mirrored)) != item_digest(with_value(plain))


def test_array_form_and_locked_form_are_the_same_surface() -> None:
    first = read({"serverInfo": {"name": "s"}, "tools": [TOOL], "prompts": []})
    again, mismatches = from_json(parse(pretty(to_json(first))))
    assert (again, mismatches) == (first, ())


def test_equal_keys_stand_together_sorted_by_digest() -> None:
    one, two = {"name": "x", "n": 1}, {"name": "x", "n": 2}
    assert read({"tools": [one, two]}).digest == read({"tools": [two, one]}).digest
    stored = json.loads(pretty(to_json(read({"tools": [one, two]}))))["tools"]
    digests = [row["digest"] for row in stored["x"]]
    assert digests == sorted(digests)


def test_an_edited_definition_is_named_by_its_pointer() -> None:
    document = json.loads(pretty(to_json(read({"tools": [TOOL]}))))
    document["tools"]["t"]["definition"]["title"] = "slipped in"
    _, mismatches = from_json(parse(json.dumps(document)))
    assert [mismatch.pointer for mismatch in mismatches] == ["/tools/t/digest", "/digest"]


@pytest.mark.parametrize("item", [{}, {"name": None}, {"name": 5}, {"name": ["t"]}])
def test_an_item_without_a_string_key_is_refused(item: Any) -> None:
    with pytest.raises(SurfaceError):
        assemble({}, {"tools": [item]})


@pytest.mark.parametrize("member", ["protocolVersion", "serverInfo", "capabilities", "instructions"])
def test_every_word_of_the_server_is_in_the_digest(member: str) -> None:
    assert read({member: "a", "tools": []}).digest != read({member: "b", "tools": []}).digest
