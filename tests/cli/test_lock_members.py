"""Members of other locks that no digest of tools covers: shown when they change, never taken for cover."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sim.workspace import TOOL, Workspace
from toolpin_ci import api
from toolpin_ci.canon.mcp_lock import COVERAGE, entry_integrity, surface_hash

HEX = "sha256:" + "a" * 64
ALGORITHM = "toolpin-ci-facets-api-surface/1"


def _facets(**members: str) -> str:
    server = {"version": "1.0.0", "integrity": HEX, "api_surface": HEX, **members}
    facet = {"name": "f", "version": "1.0.0", "integrity": HEX}
    return json.dumps({"facet": facet, "servers": {"files": server}})


def _draft(**members: Any) -> str:
    tools: list[Any] = [TOOL]
    pin = {"hash": surface_hash(tools, list(COVERAGE)), "coverage": list(COVERAGE), "toolCount": 1}
    entry: dict[str, Any] = {
        "name": "files",
        "version": "1.0.0",
        "client": "claude",
        "source": {"registry": "manual"},
        "target": {"type": "package", "registryType": "pypi", "identifier": "files", "version": "1.0.0"},
        "surface": pin,
        "configDigest": "sha256-AAAA",
        "resolvedAt": "2026-11-18T10:00:00Z",
        "lockedAt": "2026-11-18T10:00:00Z",
        **members,
    }
    return json.dumps({"specVersion": 1, "entries": [{**entry, "integrity": entry_integrity(entry)}]})


def _graded(old: str, new: str) -> list[tuple[str, str]]:
    return [(change["pointer"], change["severity"]) for change in api.diff(old, new)]


@pytest.mark.requirement("mcp-lock-1-enforcer")
def test_every_member_of_a_draft_entry_is_shown_when_it_changes() -> None:
    assert _graded(_draft(), _draft(version="2.0.0")) == [("/entries/0/version", "risky")]
    assert _graded(_draft(), _draft(configDigest="sha256-BBBB")) == [("/entries/0/configDigest", "critical")]
    assert _graded(_draft(), _draft(verification=[])) == [("/entries/0/verification", "safe")]
    assert _graded(_draft(), _draft(lockedAt="2026-11-19T10:00:00Z")) == []


@pytest.mark.requirement("facets-api-surface")
def test_a_hash_of_ours_that_becomes_another_s_is_critical() -> None:
    place = "/servers/files/api_surface_algorithm"
    assert _graded(_facets(api_surface_algorithm=ALGORITHM), _facets()) == [(place, "critical")]


@pytest.mark.requirement("facets-api-surface")
def test_a_hash_that_nobody_can_compare_leaves_a_server_unlocked(tmp_path: Path) -> None:
    space = Workspace(tmp_path)
    space.configure()
    space.write("facets.lock", _facets())
    report = space.run("check", "--offline", "--format", "json").report
    assert [row["status"] for row in report["servers"] if row["name"] == "files"] == ["unlocked"]
    assert {lock["file"]: lock["verdict"] for lock in report["locks"]} == {"facets.lock": "holds-together"}
