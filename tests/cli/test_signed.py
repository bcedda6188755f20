import json
from pathlib import Path

import pytest

from tests.cli.test_verify import make_keys
from tests.sim.workspace import Workspace


@pytest.fixture
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    for name in ("owner", "stranger"):
        make_keys(str(folder / f"{name}.pem"), str(folder / f"{name}.pub"))
    return folder


@pytest.fixture
def signed(workspace: Workspace, keys: Path) -> Workspace:
    """A branch that left `main` when the lockfile was signed as the configuration demands."""
    workspace.git("init", "-q", "-b", "main")
    workspace.write("keys/lock.pub", (keys / "owner.pub").read_bytes())
    workspace.write(
        ".toolpin-ci.yml",
        json.dumps({**workspace.settings(), "signature": {"public-key": "keys/lock.pub"}}),
    )
    workspace.run("lock")
    workspace.run("sign", "--key", str(keys / "owner.pem"))
    workspace.commit("base")
    workspace.git("switch", "-q", "-c", "work")
    return workspace


def rules(workspace: Workspace, command: str, *args: str) -> tuple[int, list[str]]:
    done = workspace.run(command, "--format", "json", *args)
    return done.code, [row["rule"] for row in done.report["findings"]]


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_signature_by_the_key_of_the_base_holds(command: str, signed: Workspace) -> None:
    assert rules(signed, command, "--base", "main") == (0, [])


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_lockfile_that_nobody_signed_again_is_refused(command: str, signed: Workspace) -> None:
    signed.with_tool(title="New")
    signed.run("lock")
    assert rules(signed, command, "--base", "main") == (1, ["lock-signature-invalid"])


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_signature_that_is_gone_is_refused(command: str, signed: Workspace) -> None:
    (signed.root / "mcp-lock.sig").unlink()
    assert rules(signed, command, "--base", "main") == (1, ["lock-signature-invalid"])


def test_a_pull_request_that_brings_its_own_key_is_refused(signed: Workspace, keys: Path) -> None:
    signed.write("keys/lock.pub", (keys / "stranger.pub").read_bytes())
    signed.run("sign", "--key", str(keys / "stranger.pem"))
    code, found = rules(signed, "check", "--base", "main")
    assert (code, sorted(found)) == (1, ["lock-signature-invalid", "trust-setting-changed"])


def test_a_policy_that_came_later_is_not_what_was_signed(signed: Workspace) -> None:
    signed.write(".toolpin/policy.json", '{"version": 1}')
    assert "lock-signature-invalid" in rules(signed, "verify")[1]


def test_without_a_key_a_signature_must_still_be_about_this_lockfile(
    workspace: Workspace, keys: Path
) -> None:
    workspace.lock()
    workspace.run("sign", "--key", str(keys / "owner.pem"))
    assert rules(workspace, "verify") == (0, [])
    workspace.write("mcp-lock.sig", "{}")
    assert rules(workspace, "verify") == (1, ["lock-signature-invalid"])


def test_a_key_that_the_call_names_is_held_to(workspace: Workspace, keys: Path) -> None:
    workspace.lock()
    owner, stranger = (("--public-key", str(keys / f"{name}.pub")) for name in ("owner", "stranger"))
    assert rules(workspace, "verify", *owner) == (1, ["lock-signature-invalid"])
    workspace.run("sign", "--key", str(keys / "owner.pem"))
    assert rules(workspace, "verify", *owner) == (0, [])
    assert rules(workspace, "verify", *stranger) == (1, ["lock-signature-invalid"])


@pytest.mark.parametrize(
    ("section", "named"),
    [
        ({"public-key": "none.pub"}, "none.pub"),
        ({"public-key": "surface.json"}, "public key"),
        ({"public-key": "../x.pub"}, "public-key"),
        ({"key": "a"}, "unknown key"),
        ({}, "public-key"),
    ],
)
def test_a_key_that_is_none_is_exit_2(section: dict[str, str], named: str, workspace: Workspace) -> None:
    workspace.write(".toolpin-ci.yml", json.dumps({**workspace.settings(), "signature": section}))
    done = workspace.run("verify")
    assert done.code == 2
    assert named in done.err
