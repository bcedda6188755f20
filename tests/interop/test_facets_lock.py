"""Facets: both lock forms, pins, and our API surface hash."""

from typing import Any

import pytest

from toolpin_ci.canon.facets import ALGORITHM, api_surface
from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.canon.text import pretty
from toolpin_ci.errors import LockfileError, ToolpinError
from toolpin_ci.locks import facets
from toolpin_ci.locks.base import Lock, Source, serialize
from toolpin_ci.locks.facets_renew import renewed

PIN = "sha256:" + "ab" * 32
FIRST = f"""{{"facet": {{"name": "f", "version": "1.0.0", "integrity": "{PIN}"}},
 "servers": {{"slack": {{"image": "ghcr.io/a/b:v2", "digest": "{PIN}", "api_surface": "{PIN}"}},
 "jira": {{"version": "2.1.0", "integrity": "{PIN}", "api_surface": "{PIN}", "unknown": [1.0]}}}}}}
"""
LATER = f"""{{
  "facets": {{"f": {{"assets": [{{"files": [{{"integrity": "{PIN}", "path": "a"}},
    {{"integrity": "{PIN}", "path": "b"}}], "name": "n", "type": "skill"}}], "integrity": "{PIN}",
    "source": {{"kind": "local", "path": "."}},
    "version": "1.0.0"}}}},
  "lockfileVersion": 0.3
}}
"""
TOOLS: list[Any] = [
    {"name": "b", "inputSchema": {"type": "object", "required": ["y", "x"]}},
    {"name": "a", "description": ""},
]


def _read(text: str) -> Lock:
    source = Source.read(text)
    assert facets.detect(source)
    return facets.parse(source)


@pytest.mark.requirement("facets-read")
@pytest.mark.parametrize("text", [FIRST, LATER, LATER.replace("0.3", "0.2")], ids=["first", "0.3", "0.2"])
def test_both_forms_are_read_and_come_back_byte_for_byte(text: str) -> None:
    lock = _read(text)
    assert serialize(lock) == text
    assert facets.verify(lock) == ()
    assert serialize(_read(facets.FORMAT.render(lock.document))) == pretty(lock.document) + "\n"


@pytest.mark.requirement("facets-read")
@pytest.mark.parametrize("version", ["0.4", "0.30", "3", '"0.3"', "null"])
def test_another_version_is_refused_with_those_that_we_know(version: str) -> None:
    with pytest.raises(LockfileError, match=r"0\.2, 0\.3"):
        facets.parse(Source.read(LATER.replace("0.3", version)))


@pytest.mark.requirement("facets-pins")
def test_what_is_no_pin_is_named() -> None:
    broken = FIRST.replace(f'"digest": "{PIN}"', '"digest": "v2"')
    assert [problem.pointer for problem in facets.verify(_read(broken))] == ["/servers/slack/digest"]
    unordered = LATER.replace('"path": "b"', '"path": "a"')
    assert [problem.code for problem in facets.verify(_read(unordered))] == ["lock-order-invalid"]


@pytest.mark.requirement("facets-pins")
def test_floors_hold_for_releases_and_pre_releases() -> None:
    assert facets.satisfies_floor("1.10.0", "1.9.9")
    assert facets.satisfies_floor("2.0", "2.0.0")
    assert not facets.satisfies_floor("2.0.0-rc.1", "2.0.0")


@pytest.mark.requirement("facets-api-surface")
def test_the_api_surface_covers_names_descriptions_and_parameters_alone() -> None:
    text = pretty(TOOLS)
    assert digest("facets-api-surface", text) == api_surface(list(reversed(TOOLS)))
    assert api_surface([{**TOOLS[0], "outputSchema": {}, "title": "B"}, TOOLS[1]]) == api_surface(TOOLS)
    assert api_surface([TOOLS[0], {"name": "a"}]) != api_surface(TOOLS)
    with pytest.raises(ToolpinError):
        digest("facets-api-surface", "{}")


@pytest.mark.requirement("facets-api-surface")
def test_only_a_hash_of_our_own_algorithm_is_compared() -> None:
    lock, surface = _read(FIRST), assemble({}, {"tools": TOOLS})
    assert [problem.code for problem in facets.compare(lock, "slack", surface)] == ["lock-not-comparable"]
    ours = renewed(lock, "slack", surface, adopt=True)
    assert f'"api_surface_algorithm": "{ALGORITHM}"' in ours.text
    assert (facets.compare(ours, "slack", surface), facets.verify(ours)) == ((), ())
    assert renewed(lock, "slack", surface) == lock
    assert renewed(ours, "slack", surface) == ours
    bare = _read(ours.text.replace("api_surface_tools", "noted"))
    other = assemble({}, {"tools": TOOLS[:1]})
    assert [problem.code for problem in facets.compare(bare, "slack", other)] == ["lock-surface-changed"]


@pytest.mark.requirement("facets-api-surface")
def test_stored_tools_must_be_what_the_hash_was_made_of() -> None:
    ours = renewed(_read(FIRST), "slack", assemble({}, {"tools": TOOLS}), adopt=True)
    edited = _read(ours.text.replace('"name": "a"', '"name": "c"'))
    assert [problem.pointer for problem in facets.verify(edited)] == ["/servers/slack/api_surface"]
