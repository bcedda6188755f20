"""Facets' integrity page sentence by sentence: what its hashes cover, and what they do not."""

import json
from copy import deepcopy
from typing import Any

import pytest

from toolpin_ci import api
from toolpin_ci.canon.facets import ALGORITHM
from toolpin_ci.locks.facets import verify

TOOL: dict[str, Any] = {
    "name": "search",
    "description": "Search messages.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for."},
            "limit": {"type": "integer"},
        },
        "required": ["query"],
    },
}


def _hash(tools: list[dict[str, Any]]) -> str:
    return api.digest("facets-api-surface", json.dumps(tools))


def _changed(*path: str, value: Any) -> list[dict[str, Any]]:
    tool: Any = deepcopy(TOOL)
    place = tool
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return [tool]


@pytest.mark.parametrize(
    "tools",
    [
        [],
        [TOOL, {"name": "send"}],
        _changed("name", value="find"),
        _changed("description", value="Search messages"),
        _changed("inputSchema", "properties", "query", "type", value="array"),
        _changed("inputSchema", "properties", "query", "description", value="Words."),
        _changed("inputSchema", "properties", "since", value={"type": "string"}),
        _changed("inputSchema", "properties", value={"query": {"type": "string"}}),
        _changed("inputSchema", "required", value=["query", "limit"]),
        _changed("inputSchema", "required", value=[]),
    ],
    ids=[
        *("removed", "added", "renamed", "description", "type", "parameter-description"),
        *("parameter-added", "parameter-removed", "required", "optional"),
    ],
)
def test_whatever_a_model_reads_changes_the_api_surface(tools: list[dict[str, Any]]) -> None:
    assert _hash(tools) != _hash([TOOL])


@pytest.mark.parametrize(
    "more",
    [
        {"outputSchema": {"type": "object"}},
        {"title": "Search"},
        {"_meta": {"author": "x"}},
        {"annotations": {}},
    ],
    ids=lambda more: str(next(iter(more))),
)
def test_what_is_no_part_of_the_contract_does_not(more: dict[str, Any]) -> None:
    assert _hash([{**TOOL, **more}]) == _hash([TOOL])


def test_the_hash_is_written_as_all_of_facets_hashes_with_our_algorithm_beside_it() -> None:
    assert _hash([TOOL]).startswith("sha256:")
    assert len(_hash([TOOL])) == 71
    assert ALGORITHM.startswith("toolpin-ci-facets-api-surface/")


PIN = "sha256:" + "ab" * 32


@pytest.mark.parametrize(
    "server",
    [
        {"version": "1.2.0", "integrity": PIN, "api_surface": PIN},
        {"image": "ghcr.io/acme/bot:v2", "digest": PIN, "api_surface": PIN},
        {"image": f"ghcr.io/acme/bot@{PIN}", "digest": PIN, "api_surface": PIN},
    ],
    ids=["source-mode", "tag", "digest"],
)
def test_every_installed_server_has_a_content_hash_or_an_image_digest_and_an_api_surface(
    server: dict[str, str],
) -> None:
    for member in server:
        found = {name: value for name, value in server.items() if name != member}
        facet = {"name": "f", "version": "1.0.0", "integrity": PIN}
        text = json.dumps({"facet": facet, "servers": {"bot": found}})
        problems = verify(api.parse_lockfile(text))
        if member in ("integrity", "digest", "api_surface"):
            assert f"/servers/bot/{member}" in {problem.pointer for problem in problems}
