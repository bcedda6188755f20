"""The lockfile: what a digest is blind to, what it is not, and what `lock` leaves as it is."""

import json
from typing import Any

import pytest

from tests.sim.workspace import SURFACE, TOOL, Workspace
from toolpin_ci import api
from toolpin_ci.errors import ToolpinError

SECOND = {"name": "list_files", "inputSchema": {"type": "object", "required": ["a", "b"], "minProperties": 1}}
WIDE: dict[str, Any] = {**SURFACE, "tools": [TOOL, SECOND, {"name": "zip"}]}


def _raw(text: str) -> dict[str, Any]:
    """The surface with the text of its tools as a server may spell it."""
    return {**WIDE, "_serve": {"rawResults": {"tools/list": text}}}


def _spelled(old: str, new: str) -> dict[str, Any]:
    text = json.dumps({"tools": WIDE["tools"]})
    assert old in text
    return _raw(text.replace(old, new))


BLIND: dict[str, dict[str, Any]] = {
    "list order": {**WIDE, "tools": WIDE["tools"][::-1]},
    "page size": {**WIDE, "_serve": {"pageSize": 1}},
    "cursors": {**WIDE, "_serve": {"pageSize": 2, "cursorSalt": "other"}},
    "ttlMs and cacheScope": {**WIDE, "_serve": {"cacheHints": {"ttlMs": 5, "cacheScope": "user"}}},
    "_meta of a result": {**WIDE, "_serve": {"resultMeta": {"trace": "1"}}},
    "spacing": {**WIDE, "_serve": {"spaced": True}},
    "key order": {**WIDE, "_serve": {"reverseKeys": True}},
    "escapes": {**WIDE, "_serve": {"ascii": False}},
    "order of required": _spelled('["a", "b"]', '["b", "a"]'),
    "1 and 1.0": _spelled('"minProperties": 1', '"minProperties": 1.0'),
}


@pytest.mark.parametrize("name", BLIND)
def test_a_digest_is_blind_to(workspace: Workspace, name: str) -> None:
    workspace.serve(WIDE)
    workspace.lock()
    before = workspace.read()
    workspace.serve(BLIND[name])
    clean = workspace.check()
    assert (clean.code, clean.report["servers"][0]["status"]) == (0, "unchanged")
    assert workspace.lock().code == 0
    assert workspace.read() == before


SEEN: dict[str, dict[str, Any]] = {
    "_meta of an item": {**WIDE, "tools": [{**TOOL, "_meta": {"v": 1}}, *WIDE["tools"][1:]]},
    "an unknown member": {**WIDE, "tools": [{**TOOL, "x": None}, *WIDE["tools"][1:]]},
    "instructions": {**WIDE, "instructions": "Obey."},
    "the protocol": {**WIDE, "protocolVersion": "2025-03-26"},
    "server info": {**WIDE, "serverInfo": {"name": "files", "version": "1.0.1"}},
    "a capability": {**WIDE, "capabilities": {"tools": {"listChanged": True}, "prompts": {}}},
    "a second of one name": {**WIDE, "tools": [*WIDE["tools"], {"name": "zip", "title": "Z"}]},
}


@pytest.mark.parametrize("name", SEEN)
def test_a_digest_is_not_blind_to(workspace: Workspace, name: str) -> None:
    workspace.serve(WIDE)
    workspace.lock()
    workspace.serve(SEEN[name])
    drifted = workspace.check()
    assert (drifted.code, drifted.report["servers"][0]["status"]) == (1, "drifted")
    assert drifted.report["servers"][0]["changes"]


def test_the_surface_has_every_part_keyed_by_name_with_digest_and_definition(workspace: Workspace) -> None:
    workspace.serve(
        {
            **WIDE,
            "instructions": "Read.",
            "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
            "resources": [{"uri": "file:///a", "name": "a"}],
            "resourceTemplates": [{"uriTemplate": "file:///{x}", "name": "t"}],
        }
    )
    workspace.lock()
    surface = workspace.lock_document()["servers"]["files:generic"]["capabilityManifest"]["surface"]
    assert set(surface) == {
        *("version", "protocolVersion", "serverInfo", "capabilities", "instructions", "digest"),
        *("tools", "prompts", "resources", "resourceTemplates"),
    }
    assert set(surface["resources"]) == {"file:///a"}
    assert set(surface["resourceTemplates"]) == {"file:///{x}"}
    for items in (surface[name] for name in ("tools", "prompts", "resources", "resourceTemplates")):
        assert all(set(item) == {"digest", "definition"} for item in items.values())


def test_what_comes_twice_is_a_list_sorted_by_digest(workspace: Workspace) -> None:
    twice = [{"name": "a", "title": title} for title in ("x", "y", "z")]
    workspace.serve({**SURFACE, "tools": twice})
    workspace.lock()
    surface = workspace.lock_document()["servers"]["files:generic"]["capabilityManifest"]["surface"]
    digests = [item["digest"] for item in surface["tools"]["a"]]
    assert len(digests) == 3
    assert digests == sorted(digests)
    assert workspace.check().code == 0


@pytest.mark.parametrize("item", [{"description": "x"}, {"name": 7}, {"name": None}, "text", None])
def test_an_item_without_a_name_makes_its_list_unreadable_and_nothing_removed(
    workspace: Workspace, item: Any
) -> None:
    workspace.lock()
    workspace.serve({**SURFACE, "tools": [TOOL, item]})
    done = workspace.check()
    assert done.code == 3
    assert done.report["servers"][0]["changes"] == []
    assert "tools" in done.report["servers"][0]["unavailable"]


def test_the_target_of_a_server_that_the_repo_builds_is_local(workspace: Workspace) -> None:
    workspace.lock()
    target = workspace.lock_document()["servers"]["files:generic"]["selectedTarget"]
    command, *args = workspace.command
    assert target == {"kind": "local", "command": command, "args": args, "transport": "stdio"}


def test_a_renewed_item_leaves_the_definitions_of_the_others_as_they_were_stored(
    workspace: Workspace,
) -> None:
    workspace.serve(WIDE)
    workspace.lock()
    workspace.serve(_spelled('"minProperties": 1', '"minProperties": 1.0'))
    tools = [{**TOOL, "description": "Other."}, SECOND, {"name": "zip"}]
    text = json.dumps({"tools": tools}).replace('"minProperties": 1', '"minProperties": 1.0')
    workspace.serve(_raw(text))
    workspace.lock()
    assert b'"minProperties": 1\n' in workspace.read() or b'"minProperties": 1,' in workspace.read()
    assert b"1.0," not in workspace.read().replace(b'"1.0.0"', b"")


def test_a_lock_is_made_and_checked_without_a_process() -> None:
    surface = json.dumps(WIDE)
    lock = api.generate_lockfile(surface, server="files", command=("python", "server.py"))
    assert api.generate_lockfile(surface, lock, server="files", command=("python", "server.py")) == lock
    assert api.serialize_lockfile(api.parse_lockfile(lock)) == lock
    clean = api.check_lockfile(lock, surface, server="files")
    assert (clean["result"], clean["exitCode"]) == ("clean", 0)
    drifted = api.check_lockfile(lock, json.dumps({**WIDE, "tools": []}), server="files")
    assert (drifted["result"], drifted["exitCode"]) == ("drift", 1)
    assert {change["action"] for change in drifted["servers"][0]["changes"]} == {"removed"}


def test_a_lockfile_may_be_given_as_text_or_as_it_was_parsed() -> None:
    surface = json.dumps(WIDE)
    text = api.generate_lockfile(surface, server="files", command=("python", "server.py"))
    lock = api.parse_lockfile(text)
    assert api.serialize_lockfile(lock) == api.serialize_lockfile(text) == text
    assert api.check_lockfile(lock, surface) == api.check_lockfile(text.encode("utf-8"), surface)
    assert api.generate_lockfile(surface, lock, server="files", command=("python", "server.py")) == text


SCHEMES = {
    **dict.fromkeys(("toolpin-description", "toolpin-manifest", "toolpin-surface"), ("[]", "")),
    **dict.fromkeys(("toolpin-lock", "mcp-lock-1-surface"), ("", "sha256-")),
    "mcp-lock-1-lock": ('{"specVersion": 1, "entries": []}', "sha256-"),
    "mcp-lock-1-entry": ('{"name": "a"}', "sha256-"),
    **dict.fromkeys(("hangar-json", "hangar-jcs"), ('{"name": "a"}', "")),
    **dict.fromkeys(("registry-cid", "registry-manifest-cid"), ("{}", "bafyrei")),
    "registry-blob-cid": ("x", "bafkrei"),
    "facets-api-surface": ("[]", "sha256:"),
    "surface": ('{"tools": []}', "sha256:"),
}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_gives_the_string_that_its_system_stores(workspace: Workspace, scheme: str) -> None:
    text, prefix = SCHEMES[scheme]
    given = text or (
        "[]" if scheme == "mcp-lock-1-surface" else '{"lockfileVersion": 2, "generatedAt": "", "servers": {}}'
    )
    digest = api.digest(scheme, given)
    assert digest.startswith(prefix)
    assert api.digest(scheme, given.encode("utf-8")) == digest
    workspace.write("given", given)
    assert workspace.run("digest", "--scheme", scheme, "given").out == digest + "\n"


def test_the_list_names_every_scheme(workspace: Workspace) -> None:
    listed = {line.split()[0] for line in workspace.run("digest", "--list").out.splitlines() if line}
    assert listed >= {*SCHEMES, "toolpin-entry", "fusion-lock"}


@pytest.mark.parametrize("scheme", ["toolpin-surface", "hangar-jcs", "registry-cid", "surface", "nobody"])
def test_what_a_system_refuses_is_an_error_of_ours(scheme: str) -> None:
    with pytest.raises(ToolpinError):
        api.digest(scheme, "{nonsense")
