import json
import os
from collections.abc import Callable

import pytest

from tests.sim.workspace import Workspace

Spoil = Callable[[bytes], bytes]
UNUSABLE: dict[str, tuple[Spoil, str]] = {
    "empty": (lambda _: b"", "mcp-lock.json:1: the lockfile is empty"),
    "white space": (lambda _: b" \n\t\n", "mcp-lock.json:1: the lockfile is empty"),
    "truncated": (lambda lock: lock[: len(lock) // 2], "no valid JSON"),
    "conflict": (lambda lock: b"<<<<<<< HEAD\n" + lock, "mcp-lock.json:1: the lockfile has a merge conflict"),
    "version 1": (
        lambda lock: lock.replace(b'"lockfileVersion": 2', b'"lockfileVersion": 1'),
        "lockfileVersion 1",
    ),
    "version 9": (
        lambda lock: lock.replace(b'"lockfileVersion": 2', b'"lockfileVersion": 9'),
        "lockfileVersion 9",
    ),
    "version as text": (
        lambda lock: lock.replace(b'"lockfileVersion": 2', b'"lockfileVersion": "2"'),
        "lockfileVersion '2'",
    ),
    "no version": (lambda _: b'{"servers": {}}', "no `lockfileVersion`"),
    "array": (lambda _: b"[]", "no JSON object"),
    "no servers": (lambda _: b'{"lockfileVersion": 2, "generatedAt": ""}', "no object `servers`"),
    "null entry": (lambda _: b'{"lockfileVersion": 2, "servers": {"a:generic": null}}', "a:generic"),
    "duplicate key": (lambda lock: lock.replace(b'"name":', b'"name": "x", "name":', 1), "stands twice"),
    "NaN": (lambda lock: lock.replace(b"{", b'{"z": NaN,', 1), "mcp-lock.json:1: "),
    "beyond a double": (lambda lock: lock.replace(b"{", b'{"z": 1e999,', 1), "1e999"),
    "5000 digits": (lambda lock: lock.replace(b"{", b'{"z": ' + b"9" * 5000 + b",", 1), "5000 characters"),
    "deep": (
        lambda lock: lock.replace(b"{", b'{"z": ' + b"[" * 9999 + b"]" * 9999 + b",", 1),
        "deeper than 200",
    ),
    "latin-1": (lambda lock: lock.replace(b"Read", b"R\xe9ad", 1), "not valid UTF-8"),
    "comment": (lambda lock: b"// mine\n" + lock, "mcp-lock.json:1: "),
    "trailing data": (lambda lock: lock + b"{}", "Extra data"),
    "byte order mark": (lambda lock: b"\xef\xbb\xbf" + lock, "byte order mark"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_lockfile_is_exit_2_with_its_reason_and_is_never_overwritten(
    workspace: Workspace, name: str
) -> None:
    spoil, words = UNUSABLE[name]
    workspace.lock()
    spoiled = spoil(workspace.read())
    workspace.write("mcp-lock.json", spoiled)
    checked = workspace.check()
    assert checked.code == 2
    assert checked.report["result"] == "error"
    assert words in " ".join(finding["message"] for finding in checked.report["findings"]).replace('\\"', '"')
    locked = workspace.lock()
    assert locked.code == 2
    assert "Traceback" not in checked.err + locked.err
    assert workspace.read() == spoiled


def test_a_directory_in_place_of_the_lockfile_is_named(workspace: Workspace) -> None:
    (workspace.root / "mcp-lock.json").mkdir()
    for done in (workspace.run("check", "--", *workspace.command), workspace.lock()):
        assert done.code == 2
        assert "mcp-lock.json: is a directory" in done.err


def test_a_pipe_in_place_of_the_lockfile_does_not_hang(workspace: Workspace) -> None:
    os.mkfifo(workspace.root / "mcp-lock.json")
    assert workspace.check().code == 2


TAMPERED: dict[str, tuple[str, str]] = {
    "description": ('"description": "Read a file."', '"description": "Read any file."'),
    "item digest": ('"digest": "sha256:', '"digest": "sha256:0'),
    "integrity": ('"integrity": "sha256-', '"integrity": "sha256-A'),
    "algorithm": ('"integrity": "sha256-', '"integrity": "none-'),
    "version": ('"version": "1.0.0"', '"version": "1.0.1"'),
    "map key": ('"files:generic"', '"filez:generic"'),
    "tool hash": ('"toolCount": 1', '"toolCount": 2'),
    "tool key": ('"read_file": {', '"read_fi1e": {'),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_hand_edited_lockfile_fails_and_names_the_place(workspace: Workspace, name: str) -> None:
    old, new = TAMPERED[name]
    workspace.lock()
    text = workspace.read().decode("utf-8")
    assert old in text
    workspace.write("mcp-lock.json", text.replace(old, new, 1))
    done = workspace.check()
    assert done.code == 1
    rules = {finding["rule"] for finding in done.report["findings"]}
    assert rules & {"lock-integrity-mismatch", "lock-digest-mismatch"}
    assert all(
        finding["line"] > 0 for finding in done.report["findings"] if finding["rule"].startswith("lock-")
    )
    relocked = workspace.lock()
    assert relocked.code == 2
    assert "edited by hand" in relocked.err


def test_reformatting_is_no_tampering(workspace: Workspace) -> None:
    workspace.lock()
    document = workspace.lock_document()
    document["generatedAt"] = "9999-01-01T00:00:00.000Z"
    workspace.write("mcp-lock.json", json.dumps(document, separators=(",", ":")))
    assert workspace.check().code == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chek"], "did you mean `check`?"),
        (["check", "--bogus"], "--bogus"),
        (["check", "--"], "nothing stands behind `--`"),
        (["check", "--timeout", "soon"], "seconds"),
        (["check", "--format", "pdf"], "pdf"),
        (["diff", "old.json"], "NEW"),
        (["diff", "old.json", "new.json"], "old.json: there is no such file"),
        (["rules", "--", "server"], "no server command"),
        (["explain", "tool-aded"], "tool-added"),
        (["digest", "--scheme", "md5", "surface.json"], "md5"),
        (["check", "--config", "nowhere.yml"], "nowhere.yml"),
        (["check", "--server", "nobody"], "nobody"),
        (["probe", "--url", "ftp://example.com/mcp"], "https://"),
        (["check"], "no server was found"),
    ],
)
def test_a_mistake_in_the_call_is_exit_2_and_says_what_to_do(
    workspace: Workspace, args: list[str], words: str
) -> None:
    done = workspace.run(*args)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err


def test_a_mistake_in_the_configuration_names_line_and_column(workspace: Workspace) -> None:
    workspace.write(".toolpin-ci.yml", "version: 1\npolicy:\n  enforcment: warn\n")
    done = workspace.run("check")
    assert done.code == 2
    assert ".toolpin-ci.yml:3:3" in done.err
    assert "enforcement" in done.err


def test_every_format_carries_the_reason_of_a_run_that_could_not_begin(workspace: Workspace) -> None:
    for form in ("json", "markdown", "sarif"):
        done = workspace.run("check", "--format", form, "--config", "nowhere.yml")
        assert done.code == 2
        assert "nowhere.yml" in done.out
