"""What holds for every surface."""

import copy
import json
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diff.strategies import ROOTS, SCALARS, edited
from toolpin_ci.canon.pointer import resolve
from toolpin_ci.canon.surface_document import from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.diff import compare
from toolpin_ci.model.finding import Absent, Action, Change
from toolpin_ci.model.surface import Surface
from toolpin_ci.rules import grade

WORDS = st.sampled_from(["Read a file.", "Write a file.", "read a file.", "List all.", ""])
TOOLS = st.builds(
    lambda name, words, schema, hint: {
        "name": name,
        "description": words,
        "inputSchema": schema,
        "annotations": {"readOnlyHint": hint},
    },
    st.sampled_from(["read", "write", "Read", "re\u0430d", "list_all", "list"]),
    WORDS,
    ROOTS,
    SCALARS,
)
SURFACES = st.fixed_dictionaries(
    {"serverInfo": st.fixed_dictionaries({"name": WORDS}), "tools": st.lists(TOOLS, max_size=4)},
    optional={
        "instructions": WORDS,
        "prompts": st.lists(st.fixed_dictionaries({"name": WORDS, "title": WORDS}), max_size=3),
        "resources": st.lists(st.fixed_dictionaries({"uri": WORDS, "size": SCALARS}), max_size=3),
    },
)


def surface(document: Any) -> Surface:
    return from_json(parse(json.dumps(document)))[0]


def with_schema(schema: Any, member: str = "inputSchema") -> Surface:
    return surface({"tools": [{"name": "a", member: schema}]})


@settings(deadline=None)
@given(SURFACES)
def test_a_surface_compared_with_itself_is_silent(document: Any) -> None:
    assert compare(surface(document), surface(copy.deepcopy(document))) == ()


@settings(deadline=None)
@given(SURFACES, st.integers(0, 9))
def test_shuffling_what_has_no_order_is_silent(document: Any, seed: int) -> None:
    dice = random.Random(seed)
    other = {key: document[key] for key in sorted(document, key=lambda _: dice.random())}
    for name in ("tools", "prompts", "resources"):
        if name in other:
            rows = [dict(sorted(row.items(), key=lambda _: dice.random())) for row in other[name]]
            dice.shuffle(rows)
            other[name] = rows
    assert compare(surface(document), surface(other)) == ()


_MIRROR = {Action.ADDED: Action.REMOVED, Action.REMOVED: Action.ADDED}


def _whole_items(changes: tuple[Change, ...]) -> Counter[tuple[str, str]]:
    """Count what came, went and was renamed; two tools of one name pair up by digest and are left out."""
    return Counter(
        (change.area, change.action)
        for change in changes
        if change.pointer in ("", "/name", "/uri") and not change.aspect.startswith("text.")
    )


@settings(deadline=None)
@given(SURFACES, SURFACES)
def test_swapping_sides_swaps_added_and_removed(one: Any, other: Any) -> None:
    there = _whole_items(compare(surface(one), surface(other)))
    back = _whole_items(compare(surface(other), surface(one)))
    assert there == Counter(
        {(area, _MIRROR.get(Action(action), action)): count for (area, action), count in back.items()}
    )


@settings(deadline=None)
@given(SURFACES, SURFACES)
def test_surfaces_that_differ_have_a_change_and_every_change_a_rule(one: Any, other: Any) -> None:
    old, new = surface(one), surface(other)
    changes = compare(old, new)
    assert bool(changes) is (old.digest != new.digest)
    assert "unknown-change" not in {finding.rule for finding in grade(changes)}


@settings(max_examples=300, deadline=None)
@given(ROOTS, st.integers(0, 10_000), st.sampled_from(["inputSchema", "outputSchema"]))
def test_every_edit_of_a_schema_is_reported_once_and_where_it_is(schema: Any, seed: int, member: str) -> None:
    old, new = with_schema(schema, member), with_schema(edited(schema, seed), member)
    changes = compare(old, new)
    assert bool(changes) is (old.digest != new.digest)
    places = [(change.aspect, change.pointer) for change in changes]
    assert len(places) == len(set(places))
    for change in changes:
        side = old if isinstance(change.new, Absent) else new
        resolve(side.lists["tools"]["a"][0].definition, change.pointer)


@settings(max_examples=200, deadline=None)
@given(ROOTS, ROOTS, st.integers(0, 10_000))
def test_an_edit_is_not_hidden_by_another_one_beside_it(one: Any, other: Any, seed: int) -> None:
    def both(left: Any, right: Any) -> Surface:
        return with_schema({"properties": {"one": left, "other": right}})

    changed, beside = edited(one, seed), edited(other, seed + 1)
    found = {change.pointer.split("/")[3] for change in compare(both(one, other), both(changed, beside))}
    rows = {"one": (one, changed), "other": (other, beside)}
    differ = {name for name, (old, new) in rows.items() if with_schema(old).digest != with_schema(new).digest}
    assert found >= differ
