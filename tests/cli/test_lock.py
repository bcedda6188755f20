import json
from typing import Any

import pytest

from tests.sim.workspace import SURFACE, TOOL, Workspace


def entry(workspace: Workspace, key: str = "files:generic") -> Any:
    return workspace.lock_document()["servers"][key]


def test_a_server_is_locked_under_the_name_that_it_gives_itself(workspace: Workspace) -> None:
    assert workspace.lock().code == 0
    assert entry(workspace)["name"] == "files"
    assert entry(workspace)["selectedTarget"] == {
        "kind": "local",
        "command": workspace.command[0],
        "args": list(workspace.command[1:]),
        "transport": "stdio",
    }


def test_locking_twice_changes_no_byte(workspace: Workspace) -> None:
    workspace.lock()
    before = workspace.read()
    second = workspace.lock()
    assert second.code == 0
    assert "up to date" in second.out
    assert workspace.read() == before


def test_keys_are_sorted_and_the_file_ends_with_a_newline(workspace: Workspace) -> None:
    workspace.lock()
    text = workspace.read().decode("utf-8")
    document = json.loads(text)
    assert text == json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def test_the_surface_stands_once_and_the_snapshot_holds_toolpins_own_members(workspace: Workspace) -> None:
    workspace.lock()
    assert "surface" in entry(workspace)["capabilityManifest"]
    assert "surface" not in entry(workspace)["locked"]["capabilityManifest"]


def test_the_definition_is_kept_as_the_server_sent_it(workspace: Workspace) -> None:
    raw = (
        '{"tools":[{"name":"odd","x-vendor":null,"big":9007199254740993,"one":1.0,"hundred":1e2,'
        '"small":0.1000000000000000055,"minus":-0,"inputSchema":{"type":"object"}}]}'
    )
    workspace.serve(
        {"capabilities": {"tools": {}}, "tools": [], "_serve": {"rawResults": {"tools/list": raw}}}
    )
    assert workspace.lock("--server", "odd").code == 0
    text = workspace.read().decode("utf-8")
    for spelled in ('"x-vendor": null', '"big": 9007199254740993', '"one": 1.0', '"hundred": 1e2'):
        assert spelled in text
    assert '"small": 0.1000000000000000055' in text
    assert '"minus": -0' in text
    assert workspace.check("--server", "odd").code == 0


def test_what_is_no_change_changes_no_byte(workspace: Workspace) -> None:
    tool = {**TOOL, "inputSchema": {"type": "object", "required": ["a", "b"], "minProperties": 1}}
    workspace.serve({**SURFACE, "tools": [tool, {**TOOL, "name": "other"}]})
    workspace.lock()
    before = workspace.read()
    schema = '{"minProperties":1.0,"required":["b","a"],"type":"object"}'
    again = json.dumps({"tools": [{**TOOL, "name": "other"}, {**tool, "inputSchema": "HERE"}]})
    raw = again.replace('"HERE"', schema)
    workspace.serve(
        {**SURFACE, "_serve": {"rawResults": {"tools/list": raw}, "spaced": True, "reverseKeys": True}}
    )
    assert workspace.lock().code == 0
    assert workspace.read() == before
    assert workspace.check().code == 0


def test_a_second_server_leaves_every_byte_of_the_first(workspace: Workspace) -> None:
    workspace.lock()
    first = workspace.read().decode("utf-8")
    inner = first[first.index('"files:generic"') : first.rindex("}\n  }")]
    workspace.serve({**SURFACE, "serverInfo": {"name": "alpha", "version": "2"}}, "alpha.json")
    command = (*workspace.command[:2], "alpha.json")
    assert workspace.run("lock", "--", *command).code == 0
    assert inner in workspace.read().decode("utf-8")
    assert sorted(workspace.lock_document()["servers"]) == ["alpha:generic", "files:generic"]


def test_a_changed_server_renews_its_own_entry_and_check_is_clean_again(workspace: Workspace) -> None:
    workspace.lock()
    workspace.with_tool(description="Read a file, quickly.")
    assert workspace.check().code == 1
    assert "files: changed" in workspace.lock().out
    assert workspace.check().code == 0


def test_a_name_that_is_taken_by_another_command_is_refused(workspace: Workspace) -> None:
    workspace.lock()
    before = workspace.read()
    workspace.serve(SURFACE, "other.json")
    refused = workspace.run("lock", "--", *workspace.command[:2], "other.json")
    assert refused.code == 2
    assert "another command" in refused.err
    assert workspace.read() == before


def test_a_name_that_is_taken_is_refused_before_anything_is_started(workspace: Workspace) -> None:
    workspace.lock()
    refused = workspace.run("lock", "--server", "files", "--", "touch", "started")
    assert refused.code == 2
    assert "another command" in refused.err
    assert not (workspace.root / "started").exists()


def test_the_entry_with_the_same_command_gives_the_name(workspace: Workspace) -> None:
    workspace.lock("--server", "mine")
    assert workspace.check().report["servers"][0]["name"] == "mine"
    assert "mine: unchanged" in workspace.lock().out


@pytest.mark.parametrize("method", ["tools/list", "prompts/list"])
def test_a_server_that_can_only_be_read_in_part_is_not_locked(workspace: Workspace, method: str) -> None:
    workspace.lock()
    before = workspace.read()
    workspace.serve({**SURFACE, "_serve": {"failMethods": [method]}})
    refused = workspace.lock()
    assert refused.code == 3
    assert method in refused.err
    assert workspace.read() == before


def test_other_members_and_another_tools_entry_survive_a_new_lock(workspace: Workspace) -> None:
    workspace.lock()
    document = workspace.lock_document()
    document["x-note"] = {"keep": ["me", None, 1]}
    workspace.write("mcp-lock.json", json.dumps(document, indent=1))
    workspace.with_tool(title="Reader")
    assert workspace.lock().code == 0
    assert workspace.lock_document()["x-note"] == {"keep": ["me", None, 1]}


def test_a_lockfile_that_is_a_link_is_not_written_through(workspace: Workspace) -> None:
    workspace.write("elsewhere.json", "precious")
    (workspace.root / "mcp-lock.json").symlink_to("elsewhere.json")
    refused = workspace.lock()
    assert refused.code == 2
    assert workspace.read("elsewhere.json") == b"precious"


def test_the_lockfile_may_lie_anywhere_that_the_call_names(workspace: Workspace) -> None:
    place = workspace.root / "deep" / "er" / "lock.json"
    assert workspace.lock("--lockfile", str(place)).code == 0
    assert json.loads(place.read_bytes())["lockfileVersion"] == 2
    assert workspace.check("--lockfile", str(place)).code == 0
