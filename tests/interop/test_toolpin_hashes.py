"""ToolPin 0.5.4: canonical JSON, tool hashes, entry integrity and lock digest."""

from typing import Any

import pytest

from tests.interop.vectors import cases, load, outcome, parse
from toolpin_ci.canon import toolpin
from toolpin_ci.canon.recipes import digest
from toolpin_ci.errors import ToolpinError
from toolpin_ci.locks.toolpin_pins import pins_of_tools

SCHEMES = {
    "toolDescriptionHash": "toolpin-description",
    "toolManifestHash": "toolpin-manifest",
    "toolSurfaceHash": "toolpin-surface",
}


@pytest.mark.requirement("toolpin-canonical-json")
@cases("toolpin/canonical_json.json")
def test_canonical_json_is_what_toolpin_writes(vector: dict[str, Any]) -> None:
    value = parse(vector["input_json"])
    if "error" in vector:
        assert outcome(lambda: toolpin.canonical(value)) == {"error": vector["error"]}
        return
    assert toolpin.canonical(value) == vector["canonical"]
    assert toolpin.canonical(toolpin.pruned(value)) == vector["canonical_pruned"]
    assert toolpin.hex_digest(value) == vector["sha256_hex"]
    assert toolpin.sri_digest(value) == vector["sri"]


@pytest.mark.requirement("toolpin-tool-hashes")
@pytest.mark.parametrize("member", SCHEMES)
@cases("toolpin/tool_hashes.json")
def test_tool_hashes_are_what_toolpin_computes(vector: dict[str, Any], member: str) -> None:
    found = outcome(lambda: digest(SCHEMES[member], vector["tools_json"]))
    assert found == vector[member]


@pytest.mark.requirement("toolpin-tool-hashes")
@cases("toolpin/tool_hashes.json")
def test_all_three_hashes_at_once_agree_with_one_by_one(vector: dict[str, Any]) -> None:
    found = outcome(lambda: toolpin.tool_hashes(parse(vector["tools_json"])))
    if isinstance(found, dict):
        assert found == vector["toolSurfaceHash"]
        return
    assert found.surface == vector["toolSurfaceHash"]
    assert found.manifest == vector["toolManifestHash"]
    assert found.description == vector["toolDescriptionHash"]


@pytest.mark.requirement("toolpin-live-pins")
@cases("toolpin/live_probe.json")
def test_hashes_of_live_tools_are_what_toolpin_pins(vector: dict[str, Any]) -> None:
    live = pins_of_tools(parse(vector["tools_json"])) if vector["hashes"] else {}
    for member, pinned in (vector["hashes"] or {}).items():
        assert live[member] == pinned


@pytest.mark.requirement("toolpin-entry-integrity")
@cases("toolpin/lockfiles_valid.json")
def test_locks_that_toolpin_wrote_hold_together(vector: dict[str, Any]) -> None:
    lock = parse(vector["lockfile_text"])
    assert digest("toolpin-lock", vector["lockfile_text"]) == vector["digest"]
    for key, entry in lock["servers"].items():
        assert toolpin.entry_integrity(entry, key) == entry["integrity"] == vector["entry_integrity"][key]


@pytest.mark.requirement("toolpin-entry-integrity")
@cases("toolpin/lockfiles_tampered.json")
def test_tampered_locks_have_the_digests_that_toolpin_computes(vector: dict[str, Any]) -> None:
    text = vector["tampered_text"]
    if vector["read_error"] is not None:
        with pytest.raises(ToolpinError) as caught:
            digest("toolpin-lock", text)
        if vector["read_error"].startswith("Invalid lockfile entry"):
            assert str(caught.value) == vector["read_error"]
        return
    assert digest("toolpin-lock", text) == vector["tampered_digest"]
    servers = parse(text)["servers"]
    for key, integrity in vector["tampered_entry_integrity"].items():
        assert toolpin.entry_integrity(servers[key], key) == integrity


def test_the_fast_path_and_the_slow_path_write_the_same_text() -> None:
    value: Any = {"b": ["é", 'a":1', "\ud83d"], "a": {"x": 1, "y": [True, None]}}
    slow = toolpin.canonical({**value, "2": 0})
    assert slow == '{"2":0,' + toolpin.canonical(value)[1:]


def test_the_lock_of_nothing_is_toolpins_lock_of_nothing() -> None:
    text = '{"lockfileVersion": 2.0, "generatedAt": "", "servers": {}}'
    empty = load("toolpin/lockfiles_tampered.json")["vectors"]
    assert digest("toolpin-lock", text) in {row["tampered_digest"] for row in empty}
