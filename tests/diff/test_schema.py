"""Schemas, pair by pair: what each change does to the values that fit."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from toolpin_ci.canon.text import parse
from toolpin_ci.diff.schema import compare as comparison
from toolpin_ci.diff.schema.compare import compare_schemas
from toolpin_ci.diff.schema.magnitude import order
from toolpin_ci.diff.spot import Spot
from toolpin_ci.model.finding import Area, Change
from toolpin_ci.model.jsonvalue import Json, Number

ROWS = cast("list[Mapping[str, Any]]", parse(Path(__file__).with_name("schemas.json").read_bytes()))


def compare(old: Json, new: Json, side: str = "input") -> list[Change]:
    return compare_schemas(Spot(Area.TOOL, "a"), side, old, new)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_pair_gives_these_changes(row: Mapping[str, Any]) -> None:
    assert [f"{change.aspect} {change.pointer}" for change in compare(row["old"], row["new"])] == row[
        "changes"
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_pair_is_quiet_about_itself(row: Mapping[str, Any]) -> None:
    assert compare(row["new"], row["new"]) == []


_MIRROR = {"narrowed": "widened", "widened": "narrowed", "opened": "narrowed", "changed": "changed"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_turned_round_what_narrowed_widens(row: Mapping[str, Any]) -> None:
    there = {_effect(change) for change in compare(row["old"], row["new"])} - {""}
    back = {_effect(change) for change in compare(row["new"], row["old"])} - {""}
    assert {_MIRROR[effect] for effect in there} == {
        "widened" if effect == "opened" else effect for effect in back
    }


def _effect(change: Change) -> str:
    last = change.aspect.rpartition(".")[2]
    return last if change.aspect.startswith("input.") and last in _MIRROR else ""


def test_both_directions_have_the_same_aspects_under_another_name() -> None:
    for row in ROWS:
        into, out = (compare(row["old"], row["new"], side) for side in ("input", "output"))
        assert [change.aspect.replace("input", "output", 1) for change in into] == [
            change.aspect for change in out
        ]


def test_a_path_for_people_names_members_rows_and_patterns() -> None:
    def nested(kind: str) -> Json:
        inner: Json = {"type": "array", "items": {"patternProperties": {"^x": {"type": kind}}}}
        return {"properties": {"issue": {"properties": {"labels": inner}}}}

    (change,) = compare(nested("string"), nested("integer"))
    assert change.facts["place"] == "issue.labels[].<^x>"


def test_a_definition_that_is_used_often_is_compared_once() -> None:
    def used(kind: str) -> Json:
        properties: Json = {f"p{number}": {"$ref": "#/$defs/A"} for number in range(9)}
        return {"properties": properties, "$defs": {"A": {"type": kind}}}

    assert len(compare(used("string"), used("integer"))) == 1


def test_a_long_chain_of_references_is_followed_to_its_end() -> None:
    def chain(kind: str) -> Json:
        links: dict[str, Json] = {
            f"d{number}": {"properties": {"x": {"$ref": f"#/$defs/d{number + 1}"}}} for number in range(3000)
        }
        return {"$ref": "#/$defs/d0", "$defs": {**links, "d3000": {"type": kind}}}

    (change,) = compare(chain("string"), chain("integer"))
    assert change.pointer == "/$defs/d3000/type"


def test_references_that_ask_for_too_many_pairs_end_in_a_risky_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison, "PAIRS", 1)
    changes = compare({"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": "null"}}})
    assert [change.aspect for change in changes] == ["schema.keyword"]


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (1, 2),
        (-2, -1),
        (-1, 0),
        (9007199254740992, 9007199254740993),
        (Number("0.1"), Number("0.11")),
        (Number("1e400"), Number("1.5e400")),
        (Number("1e-999999999999"), 1),
        (Number("-1e99999999999999999999"), Number("-1e9")),
        (99, 100),
    ],
)
def test_numbers_are_in_order_by_their_exact_value(small: Json, large: Json) -> None:
    assert (order(small, large), order(large, small), order(large, large)) == (-1, 1, 0)
