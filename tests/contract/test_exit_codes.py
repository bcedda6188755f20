"""What a script may rely on: exit codes, where output goes, and what `--offline` and `--timeout` mean."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sim.workspace import SURFACE, Workspace
from toolpin_ci import cli
from toolpin_ci.commands import check as check_command


def _run(folder: Path, *args: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "toolpin_ci", *args]
    return subprocess.run(command, cwd=folder, check=False, timeout=60, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("fmt", ["text", "json"])
def test_a_bug_of_ours_is_exit_4_and_asks_for_a_report(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fmt: str
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no operator can cause this")

    monkeypatch.setattr(check_command, "set_scene", broken)
    monkeypatch.chdir(workspace.root)
    assert cli.main(["check", "--format", fmt, "--", "true"], os.environ) == 4
    said = capsys.readouterr()
    assert "itself failed (RuntimeError)" in said.err + said.out
    assert "please report it" in said.err + said.out
    if fmt == "json":
        assert json.loads(said.out)["exitCode"] == 4
        assert json.loads(said.out)["conclusion"] == "failure"


def test_drift_outweighs_a_silent_server_and_a_broken_file_outweighs_both(workspace: Workspace) -> None:
    servers = {"files": {"command": list(workspace.command)}, "silent": {"command": ["false"]}}
    workspace.write(".toolpin-ci.yml", json.dumps({"version": 1, "servers": servers}))
    workspace.run("lock", "--server", "files")
    silent = workspace.run("check", "--format", "json")
    assert silent.code == silent.report["exitCode"] == 3
    statuses = {one["name"]: one["status"] for one in silent.report["servers"]}
    assert statuses == {"files": "unchanged", "silent": "could-not-check"}
    workspace.with_tool(description="Other words.")
    assert workspace.run("check").code == 1
    workspace.write("mcp-lock.json", "{")
    assert workspace.run("check").code == 2


def test_a_reader_that_goes_away_never_makes_a_drift_clean(workspace: Workspace) -> None:
    workspace.lock()
    tools = [{"name": f"tool{number}", "description": "x" * 200} for number in range(2000)]
    workspace.serve({**SURFACE, "tools": tools})
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = _run(workspace.root, "check", "--", *workspace.command, stdout=closed, stderr=subprocess.PIPE)
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("fmt", ["text", "json", "markdown", "sarif"])
def test_output_is_utf_8_whatever_the_locale(workspace: Workspace, fmt: str) -> None:
    workspace.lock()
    workspace.with_tool(name="für_Ärzte_文書")
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = _run(
        workspace.root, "check", "--format", fmt, "--", *workspace.command, capture_output=True, env=environ
    )
    assert done.returncode == 1, done.stderr
    assert "für_Ärzte_文書" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("fmt", ["text", "json", "markdown", "sarif"])
def test_every_format_goes_to_a_file_when_asked(workspace: Workspace, fmt: str) -> None:
    workspace.lock()
    done = workspace.check("--format", fmt, "--output", "out.txt")
    assert (done.code, done.out) == (0, "")
    assert workspace.read("out.txt").endswith(b"\n")


def test_text_has_no_colour_where_nobody_looks(workspace: Workspace) -> None:
    workspace.lock()
    workspace.with_tool(description="Other.")
    done = workspace.run("check", "--", *workspace.command)
    assert "\x1b" not in done.out + done.err


def _package_lock(workspace: Workspace) -> None:
    """A lock whose entry is a package that a registry would have to answer for."""
    target = {
        "kind": "package",
        "registryType": "npm",
        "identifier": "demo",
        "version": "1.0.0",
        "transport": "stdio",
    }
    workspace.lock()
    document = workspace.lock_document()
    entry = document["servers"]["files:generic"]
    entry["selectedTarget"] = entry["locked"]["selectedTarget"] = target
    workspace.write("entry.json", json.dumps(entry))
    digest = workspace.run("digest", "--scheme", "toolpin-entry", "entry.json").out.strip()
    entry["integrity"] = digest
    workspace.write("mcp-lock.json", json.dumps(document, indent=2, sort_keys=True) + "\n")


def test_offline_no_pin_passes_and_every_one_says_that_it_was_not_checked(workspace: Workspace) -> None:
    _package_lock(workspace)
    done = workspace.run("verify", "--offline", "--format", "json")
    pins = [pin for server in done.report["servers"] for pin in server["pins"]]
    assert [pin["state"] for pin in pins] == ["unavailable"]
    assert "offline" in pins[0]["reason"]
    text = workspace.run("verify", "--offline").out
    assert "not checked" in text


def test_a_time_limit_of_the_call_holds_for_every_server(workspace: Workspace) -> None:
    workspace.lock()
    workspace.serve({**SURFACE, "_serve": {"hangOn": "tools/list"}})
    done = workspace.check("--timeout", "1")
    assert done.code == 3
    assert done.report["servers"][0]["status"] == "could-not-check"
