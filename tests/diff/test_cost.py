"""The estimate of what a surface costs the model is simple, whole and the same everywhere."""

import pytest

from toolpin_ci.canon.surface_document import from_json
from toolpin_ci.diff.cost import cost, surface_tokens, text_tokens, tool_tokens
from toolpin_ci.model.jsonvalue import JsonObject


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("\u00e9", 1), ("ab\u4e2d\u6587", 3)]
)
def test_four_ascii_characters_are_one_token_and_any_other_is_one(text: str, tokens: int) -> None:
    assert text_tokens(text) == tokens


def test_a_tool_costs_what_the_model_sees_of_it() -> None:
    seen: JsonObject = {"name": "a", "description": "Read.", "inputSchema": {"type": "object"}}
    hidden = {**seen, "outputSchema": {"type": "object"}, "_meta": {"x": 1}, "icons": [], "annotations": {}}
    assert (
        tool_tokens(seen)
        == tool_tokens(hidden)
        == text_tokens('{"description":"Read.","inputSchema":{"type":"object"},"name":"a"}')
    )


def test_a_surface_costs_its_instructions_and_its_tools() -> None:
    tools = [{"name": "a"}, {"name": "b"}, {"name": "b", "title": "B"}]
    found = cost(from_json({"instructions": "12345678", "tools": tools, "prompts": [{"name": "p"}]})[0])
    assert found.instructions == 2
    assert found.tools == {"a": 3, "b": 3 + 6}
    assert found.total == 14


def test_nothing_costs_nothing() -> None:
    assert surface_tokens(from_json({"instructions": None})[0]) == 0
