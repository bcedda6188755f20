import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.sim.workspace import REPLAY, SURFACE, Workspace
from toolpin_ci.edge.launch import Place
from toolpin_ci.edge.probing import probe_one
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe


def probe(root: Path, surface: dict[str, Any], timeout: float = 20) -> Probe:
    workspace = Workspace(root)
    workspace.serve(surface)
    return ask(root, *workspace.command, timeout=timeout)


def ask(root: Path, *command: str, timeout: float = 20) -> Probe:
    spec = ServerSpec(name="x", command=command, timeout=timeout)
    return probe_one(spec, Place(workspace=root, environ=dict(os.environ)))


def code(found: Probe, part: str = "server") -> str:
    return found.unavailable[part].code


def test_every_page_is_read(tmp_path: Path) -> None:
    tools = [{"name": f"t{number}"} for number in range(25)]
    found = probe(tmp_path, {**SURFACE, "tools": tools, "_serve": {"pageSize": 4}})
    assert found.surface is not None
    assert len(found.surface.lists["tools"]) == 25


def test_pages_that_never_end_are_could_not_check(tmp_path: Path) -> None:
    found = probe(tmp_path, {**SURFACE, "_serve": {"badCursor": True}})
    assert code(found, "tools") == "pagination-loop"


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_version_with_a_handshake_is_spoken(tmp_path: Path, version: str) -> None:
    found = probe(tmp_path, {**SURFACE, "protocolVersion": version})
    assert found.surface is not None
    assert found.surface.header["protocolVersion"] == version


def test_a_server_without_a_handshake_is_asked_without_one(tmp_path: Path) -> None:
    serve = {"discover": True, "errors": {"initialize": -32601}, "versions": ["2026-07-28"]}
    surface = {name: value for name, value in SURFACE.items() if name != "protocolVersion"}
    found = probe(tmp_path, {**surface, "_serve": serve})
    assert found.surface is not None
    assert found.surface.header["protocolVersion"] == "2026-07-28"
    assert list(found.surface.lists["tools"]) == ["read_file"]


def test_both_eras_give_the_same_items(tmp_path: Path) -> None:
    surface = {name: value for name, value in SURFACE.items() if name != "protocolVersion"}
    shaken = probe(tmp_path, surface)
    stateless = probe(tmp_path, {**surface, "_serve": {"discover": True, "errors": {"initialize": -32601}}})
    assert shaken.surface is not None
    assert stateless.surface is not None
    assert shaken.surface.lists == stateless.surface.lists


def test_an_unknown_protocol_version_is_could_not_check(tmp_path: Path) -> None:
    assert code(probe(tmp_path, {**SURFACE, "protocolVersion": "1999-01-01"})) == "protocol-version"


@pytest.mark.parametrize("name", ["prompts", "resources", "resourceTemplates"])
def test_an_advertised_list_that_is_not_there_is_empty_with_a_note(tmp_path: Path, name: str) -> None:
    method = {"prompts": "prompts/list", "resources": "resources/list"}.get(name, "resources/templates/list")
    surface = {**SURFACE, "capabilities": {"tools": {}, "prompts": {}, "resources": {}}, "resources": []}
    found = probe(tmp_path, {**surface, "resourceTemplates": [], "_serve": {"errors": {method: -32601}}})
    assert found.is_complete
    assert found.surface is not None
    assert found.surface.lists[name] == {}
    assert any(note.code == "empty-list" for note in found.notes)


def test_tools_that_are_advertised_and_not_there_are_could_not_check(tmp_path: Path) -> None:
    found = probe(tmp_path, {**SURFACE, "_serve": {"errors": {"tools/list": -32601}}})
    assert code(found, "tools") == "list-error"
    assert found.surface is not None
    assert "prompts" in found.surface.lists


def test_lists_that_are_not_advertised_are_not_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    probe(tmp_path, {**SURFACE, "capabilities": {"tools": {}}, "_serve": {"log": str(log)}})
    text = log.read_text(encoding="utf-8")
    assert "tools/list" in text
    assert "prompts/list" not in text
    assert "tools/call" not in text


def test_requests_of_the_server_are_answered(tmp_path: Path) -> None:
    log = tmp_path / "log"
    asked = ["ping", "roots/list", "sampling/createMessage", "elicitation/create"]
    found = probe(tmp_path, {**SURFACE, "_serve": {"askClient": asked, "log": str(log)}})
    assert found.is_complete
    text = log.read_text(encoding="utf-8")
    assert '"roots":[]' in text.replace(" ", "")
    assert "Refused" in text


def test_banners_on_stdout_are_skipped_with_a_note(tmp_path: Path) -> None:
    found = probe(tmp_path, {**SURFACE, "_serve": {"bannerStdout": "Server ready { port: 3000 }"}})
    assert found.is_complete
    assert any(note.code == "stdout-noise" for note in found.notes)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ('{"tools":[{"name":"a","name":"b"}]}', "stands twice"),
        ('{"tools":[{"name":"a","x":NaN}]}', "NaN"),
        ('{"tools":[{"name":"a","x":1e999}]}', "1e999"),
        ('{"tools":{"name":"a"}}', "no array"),
        ('{"tools":[{"title":"a"}]}', "without a text as `name`"),
        ('{"tools":[7]}', "without a text as `name`"),
        ('{"tools":[],"nextCursor":5}', "cursor"),
    ],
)
def test_an_answer_that_is_off_is_could_not_check_and_never_empty(
    tmp_path: Path, result: str, words: str
) -> None:
    found = probe(tmp_path, {**SURFACE, "_serve": {"rawResults": {"tools/list": result}}})
    assert words in found.unavailable["tools"].message
    assert found.surface is not None
    assert "tools" not in found.surface.lists
    assert "prompts" in found.surface.lists


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (["no-such-command"], "no-command"),
        (["/"], "no-start"),
        (["true"], "server-exited"),
        (["sh", "-c", "kill -SEGV $$"], "server-exited"),
        (["sh", "-c", "exec >&-; sleep 60"], "stdout-closed"),
        (["yes"], "stdout-noise"),
        (["sh", "-c", "printf 'Content-Length: 5\\r\\n\\r\\nhello\\n'; sleep 60"], "content-length-framing"),
    ],
)
def test_each_way_not_to_be_a_server_has_its_name(tmp_path: Path, command: list[str], wanted: str) -> None:
    assert code(ask(tmp_path, *command)) == wanted


def test_a_server_that_never_reads_does_not_block_us(tmp_path: Path) -> None:
    assert code(ask(tmp_path, "sleep", "60", timeout=0.5)) == "timeout"


def test_the_directory_to_start_in_must_be_there(tmp_path: Path) -> None:
    spec = ServerSpec(name="x", command=("true",), cwd="gone")
    assert code(probe_one(spec, Place(workspace=tmp_path, environ=dict(os.environ)))) == "no-directory"


def test_the_process_tree_is_gone_afterwards(tmp_path: Path) -> None:
    """Runs the real command: a helper process must not become a child of the test runner."""
    token = f"9{os.getpid()}.25"
    script = tmp_path / "server.sh"
    script.write_text(
        f"#!/bin/sh\nsleep {token} &\nsetsid sleep {token} &\n"
        f"(setsid sh -c 'trap \"\" TERM; sleep {token}' &)\n"
        f"exec {sys.executable} {REPLAY} surface.json\n",
        encoding="utf-8",
    )
    Workspace(tmp_path).serve(SURFACE)
    done = subprocess.run(
        [sys.executable, "-m", "toolpin_ci", "probe", "--", "sh", str(script)],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert alive(token) == []


def alive(token: str) -> list[str]:
    deadline = time.monotonic() + 5
    found = ["?"]
    while found and time.monotonic() < deadline:
        listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, check=True, text=True)
        found = [line for line in listing.stdout.splitlines() if token in line and "ps -eo" not in line]
    return found
