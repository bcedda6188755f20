import json
import shlex

import pytest

from tests.sim.workspace import SURFACE, TOOL, Workspace


def test_a_server_that_offers_what_the_lockfile_says_is_unchanged(workspace: Workspace) -> None:
    workspace.lock()
    clean = workspace.check()
    assert clean.code == 0
    assert clean.report["schema"] == "toolpin-ci.report/1"
    assert (clean.report["result"], clean.report["conclusion"]) == ("clean", "success")
    assert clean.report["servers"][0]["status"] == "unchanged"
    assert clean.report["servers"][0]["changes"] == []


def test_drift_is_exit_1_and_names_tool_pointer_and_words(workspace: Workspace) -> None:
    workspace.lock()
    workspace.with_tool(description="Read a file. Then send it on.")
    drifted = workspace.check()
    assert drifted.code == 1
    server = drifted.report["servers"][0]
    assert server["status"] == "drifted"
    change = server["changes"][0]
    assert (change["subject"], change["pointer"], change["declared"]) == ("read_file", "/description", False)
    assert (change["old"], change["new"]) == ("Read a file.", "Read a file. Then send it on.")
    line = workspace.read().decode("utf-8").splitlines()[change["line"] - 1]
    assert "Read a file." in line


def test_without_a_lockfile_the_gate_says_no_and_what_to_run(workspace: Workspace) -> None:
    missing = workspace.check()
    assert missing.code == 1
    assert missing.report["servers"][0]["status"] == "unlocked"
    assert missing.report["findings"][0]["rule"] == "lockfile-missing"
    assert missing.report["commands"][0].startswith("toolpin-ci lock -- ")


def test_the_command_that_accepts_writes_the_lockfile_that_was_checked(workspace: Workspace) -> None:
    workspace.write("conf/tp.yml", json.dumps(workspace.settings(sandbox="off")))
    chosen = ["--config", "conf/tp.yml", "--lockfile", "locks/a b.json"]
    found = workspace.run("check", "--format", "json", *chosen).report["commands"]
    assert found == ["toolpin-ci lock --config conf/tp.yml --lockfile 'locks/a b.json' --server files"]
    assert workspace.run(*shlex.split(found[0])[1:]).code == 0
    assert workspace.run("check", *chosen).code == 0


def test_the_command_that_accepts_keeps_the_name_that_the_call_gave(workspace: Workspace) -> None:
    found = workspace.check("--server", "mine").report["commands"]
    assert workspace.run(*shlex.split(found[0])[1:]).code == 0
    assert workspace.check("--server", "mine").code == 0


def test_all_tools_gone_is_removal_and_an_error_is_not(workspace: Workspace) -> None:
    workspace.lock()
    workspace.serve({**SURFACE, "tools": []})
    emptied = workspace.check()
    assert emptied.code == 1
    assert [change["action"] for change in emptied.report["servers"][0]["changes"]] == ["removed"]
    workspace.serve({**SURFACE, "_serve": {"failMethods": ["tools/list"]}})
    broken = workspace.check()
    assert broken.code == 3
    server = broken.report["servers"][0]
    assert server["status"] == "could-not-check"
    assert server["changes"] == []


def test_prompts_that_could_not_be_read_do_not_hide_a_changed_tool(workspace: Workspace) -> None:
    workspace.lock()
    changed = [{**TOOL, "description": "Other words."}]
    workspace.serve({**SURFACE, "tools": changed, "_serve": {"failMethods": ["prompts/list"]}})
    mixed = workspace.check()
    assert mixed.code == 1
    server = mixed.report["servers"][0]
    assert server["status"] == "could-not-check"
    assert [change["subject"] for change in server["changes"]] == ["read_file"]
    assert [finding["rule"] for finding in mixed.report["findings"]] == ["list-could-not-check"]


def test_losing_a_capability_is_a_change(workspace: Workspace) -> None:
    workspace.lock()
    surface = {name: value for name, value in SURFACE.items() if name != "prompts"}
    workspace.serve({**surface, "capabilities": {"tools": {}}})
    lost = workspace.check()
    assert lost.code == 1
    assert any(
        change["pointer"].startswith("/capabilities") for change in lost.report["servers"][0]["changes"]
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["no-such-command-here"], "is not there"),
        (["false"], "exit code 1"),
        (["sh", "-c", "echo starting; echo broken pipe dream >&2; exit 7"], "exit code 7"),
    ],
)
def test_a_server_that_does_not_start_is_exit_3_with_its_reason(
    workspace: Workspace, command: list[str], words: str
) -> None:
    workspace.lock()
    failed = workspace.run("check", "--format", "json", "--", *command)
    assert failed.code == 3
    assert words in failed.out


def test_the_last_lines_of_stderr_are_shown(workspace: Workspace) -> None:
    workspace.lock()
    failed = workspace.run("check", "--", "sh", "-c", "echo the key is missing >&2; exit 7")
    assert failed.code == 3
    assert "the key is missing" in failed.out


def test_a_server_that_hangs_ends_with_the_time_limit(workspace: Workspace) -> None:
    workspace.lock()
    workspace.serve({**SURFACE, "_serve": {"hangOn": "tools/list"}})
    late = workspace.check("--timeout", "1")
    assert late.code == 3
    assert "time limit" in late.out


def test_several_servers_are_asked_in_one_run_and_reported_in_order(workspace: Workspace) -> None:
    names = [f"s{number}" for number in range(5)]
    servers = {}
    for name in names:
        workspace.serve({**SURFACE, "serverInfo": {"name": name, "version": "1"}}, f"{name}.json")
        servers[name] = {"command": [*workspace.command[:2], f"{name}.json"]}
    workspace.write(".toolpin-ci.yml", json.dumps({"version": 1, "servers": servers}))
    assert workspace.run("lock").code == 0
    done = workspace.run("check", "--format", "json")
    assert done.code == 0
    assert [server["name"] for server in done.report["servers"]] == names


def test_an_entry_that_no_server_answers_for_is_never_unchanged(workspace: Workspace) -> None:
    workspace.configure()
    workspace.run("lock")
    workspace.lock("--server", "ghost")
    done = workspace.run("check", "--format", "json")
    assert done.code == 3
    assert {s["name"]: s["status"] for s in done.report["servers"]}["ghost"] == "could-not-check"


def test_a_captured_surface_is_compared_and_labelled_not_probed(workspace: Workspace) -> None:
    workspace.lock()
    probed = workspace.run("probe", "--output", "captured.json", "--", *workspace.command)
    assert probed.code == 0
    workspace.configure(captured="captured.json")
    done = workspace.run("check", "--format", "json")
    assert done.code == 0
    assert done.report["servers"][0]["status"] == "not-probed"
    document = json.loads(workspace.read("captured.json"))
    document["tools"]["read_file"]["definition"]["description"] = "Edited."
    workspace.write("captured.json", json.dumps(document))
    assert workspace.run("check", "--format", "json").code == 3


def test_a_captured_surface_is_locked_and_without_an_entry_the_gate_says_no(workspace: Workspace) -> None:
    assert workspace.run("probe", "--output", "captured.json", "--", *workspace.command).code == 0
    workspace.configure(command=["not-here"], captured="captured.json")
    assert workspace.run("check", "--format", "json").code == 1  # no lockfile
    assert workspace.run("lock").code == 0
    assert workspace.run("check", "--format", "json").code == 0
    empty = json.loads(workspace.read())
    empty["servers"] = {}
    workspace.write("mcp-lock.json", json.dumps(empty))
    done = workspace.run("check", "--format", "json")
    assert (done.code, done.report["servers"][0]["status"]) == (1, "unlocked")


def test_a_captured_surface_that_is_not_the_locked_one_is_drift(workspace: Workspace) -> None:
    workspace.lock()
    workspace.with_tool(description="Changed.")
    workspace.run("probe", "--output", "captured.json", "--", *workspace.command)
    workspace.configure(captured="captured.json")
    assert workspace.run("check").code == 1
    assert workspace.run("lock").code == 0
    assert workspace.run("check").code == 0


def test_a_captured_surface_alone_cannot_be_locked_and_is_never_probed_away(workspace: Workspace) -> None:
    workspace.run("probe", "--output", "captured.json", "--", *workspace.command)
    workspace.write(".toolpin-ci.yml", "version: 1\nservers: {files: {captured: captured.json}}\n")
    for command in ("lock", "probe"):
        done = workspace.run(command)
        assert done.code == 2, command
    assert not (workspace.root / "mcp-lock.json").exists()


def test_text_says_the_verdict_first_and_the_next_command_last(workspace: Workspace) -> None:
    workspace.lock()
    workspace.with_tool(description="Changed.")
    text = workspace.run("check", "--", *workspace.command).out
    assert text.startswith("FAIL")
    assert text.rstrip().splitlines()[-1].strip().startswith("toolpin-ci lock -- ")


def test_markdown_goes_to_a_file_when_asked(workspace: Workspace) -> None:
    workspace.lock()
    done = workspace.run("check", "--format", "markdown", "--output", "comment.md", "--", *workspace.command)
    assert (done.code, done.out) == (0, "")
    assert workspace.read("comment.md").startswith(b"### ")


@pytest.mark.parametrize(
    ("policy", "code", "conclusion"),
    [
        ({"enforcement": "block"}, 1, "failure"),
        ({"enforcement": "warn"}, 0, "neutral"),
        ({"enforcement": "audit"}, 0, "success"),
    ],
)
def test_enforcement_decides_what_undeclared_drift_does(
    workspace: Workspace, policy: dict[str, str], code: int, conclusion: str
) -> None:
    workspace.configure(policy=policy)
    workspace.run("lock")
    workspace.with_tool(description="Changed.")
    done = workspace.run("check", "--format", "json")
    assert (done.code, done.report["conclusion"], done.report["result"]) == (code, conclusion, "drift")


@pytest.mark.parametrize(
    ("unavailable", "code", "conclusion"), [("block", 3, "failure"), ("warn", 0, "neutral")]
)
def test_unavailable_decides_what_a_silent_server_does(
    workspace: Workspace, unavailable: str, code: int, conclusion: str
) -> None:
    workspace.configure(policy={"unavailable": unavailable})
    workspace.run("lock")
    workspace.serve({**SURFACE, "_serve": {"exitOn": "initialize"}})
    done = workspace.run("check", "--format", "json")
    assert (done.code, done.report["conclusion"]) == (code, conclusion)
    assert done.report["servers"][0]["status"] == "could-not-check"


CLOCK = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    schema = {"type": sys.argv[1]}
    tools = [{"name": "clock", "description": f"It is {time.time_ns()}.", "inputSchema": schema}]
    info = {"name": "clock", "version": "1"}
    start = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    result = start if message["method"] == "initialize" else {"tools": tools}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def test_text_that_differs_from_call_to_call_is_no_plain_drift(workspace: Workspace) -> None:
    workspace.write("clock.py", CLOCK)
    assert workspace.run("lock", "--server", "clock", "--", "python3", "clock.py", "object").code == 0
    done = workspace.run(
        "check", "--server", "clock", "--format", "json", "--", "python3", "clock.py", "object"
    )
    assert (done.code, done.report["servers"][0]["status"]) == (1, "drifted")
    assert done.report["servers"][0]["changes"] == []
    (found,) = done.report["findings"]
    assert (found["rule"], found["subject"], found["pointer"]) == (
        "surface-unsteady",
        "clock",
        "/description",
    )
    assert found["old"] != found["new"]


def test_what_changes_beside_unsteady_text_is_still_drift(workspace: Workspace) -> None:
    workspace.write("clock.py", CLOCK)
    assert workspace.run("lock", "--server", "clock", "--", "python3", "clock.py", "object").code == 0
    done = workspace.run(
        "check", "--server", "clock", "--format", "json", "--", "python3", "clock.py", "array"
    )
    assert {change["pointer"] for change in done.report["servers"][0]["changes"]} == {"/inputSchema/type"}


def test_servers_that_nobody_asks_are_named(workspace: Workspace) -> None:
    workspace.lock()
    workspace.write(".mcp.json", json.dumps({"mcpServers": {"other": {"command": "python3"}}}))
    command = json.dumps(workspace.lock_document()["servers"].popitem()[1]["selectedTarget"]["args"])
    workspace.write(
        ".toolpin-ci.yml", f"version: 1\nservers:\n  replay:\n    command: [python3, {command[1:]}\n"
    )
    (note,) = workspace.run("check", "--format", "json").report["notes"]
    assert '.mcp.json: "other" not checked' in note
    assert note in workspace.run("check").out
