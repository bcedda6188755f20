"""What happens before a server starts: packages fetched, settings copied without secrets, trees copied."""

import os
from pathlib import Path

import pytest

from toolpin_ci.edge import workspace_copy
from toolpin_ci.edge.client_config import private_clients
from toolpin_ci.edge.runners import fetch_of
from toolpin_ci.edge.shields import git_credentials, runner_paths
from toolpin_ci.edge.workspace_copy import copy_tree
from toolpin_ci.errors import ProbeError


@pytest.mark.parametrize(
    ("command", "fetch"),
    [
        ("npx -y @scope/server@1.2 --flag", "npx --yes --package=@scope/server@1.2 -c true"),
        ("npx --package=a -p b server", "npx --yes --package=a --package=b -c true"),
        ("npm exec -y server -- x", "npx --yes --package=server -c true"),
        ("uvx mcp-server-time", "uvx --from mcp-server-time python -c pass"),
        ("uvx tool@1.0 --x", "uvx --from tool==1.0 python -c pass"),
        ("uvx --from pkg --with extra cmd", "uvx --from pkg --with extra python -c pass"),
        ("uv tool run server@latest", "uv tool run --from server python -c pass"),
    ],
)
def test_a_package_is_fetched_by_its_own_runner(command: str, fetch: str) -> None:
    found = fetch_of(tuple(command.split()))

    assert found is not None
    assert " ".join(found.command) == fetch


@pytest.mark.parametrize("command", ["pipx run server", "npx -y", "uvx", "bunx server"])
def test_other_runners_fetch_and_start_in_one_go(command: str) -> None:
    assert fetch_of(tuple(command.split())) is None


def test_client_settings_lose_their_secrets(tmp_path: Path) -> None:
    real, home = tmp_path / "real", tmp_path / "home"
    real.mkdir()
    home.mkdir()
    (real / ".npmrc").write_text(
        "registry=https://r.example/\n//r.example/:_authToken=abc\n", encoding="utf-8"
    )

    found = private_clients({"HOME": str(real)}, home, None)

    assert Path(found["npm_config_userconfig"]).read_text(encoding="utf-8") == "registry=https://r.example/\n"
    assert found["npm_config_cache"] == str(home / ".npm")


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_only_what_lies_in_the_home_changes_hands(tmp_path: Path) -> None:
    real, home = tmp_path / "real", tmp_path / "home"
    (real / ".config/pip").mkdir(parents=True)
    (real / ".config/pip/pip.conf").write_text("[global]\nindex-url = https://r.example/\n", encoding="utf-8")
    (real / ".npmrc").write_text("registry=https://r.example/\n", encoding="utf-8")
    home.mkdir()

    private_clients({"HOME": str(real)}, home, 54_321)

    given = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.stat().st_uid == 54_321
    }
    folders = {"home/.config", "home/.config/pip"}
    assert given == folders | {"home/.config/pip/pip.conf", "home/.npmrc"}
    assert tmp_path.stat().st_uid == 0


def test_a_copy_leaves_git_and_private_files_behind(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name, mode in (("a/b.py", 0o755), (".git/config", 0o644), ("secret", 0o600)):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).touch()
        (tree / name).chmod(mode)
    for folder in (tree, tree / "a", tree / ".git"):
        folder.chmod(0o755)
    (tree / "link").symlink_to("a")

    copy_tree(tree, tmp_path / "copy", uid=None)

    found = sorted(str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*"))
    assert found == ["a", "a/b.py", "link"]
    assert (tmp_path / "copy/link").is_symlink()


def test_a_tree_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    for number in range(3):
        (tmp_path / "tree" / str(number)).touch(0o644)
        (tmp_path / "tree" / str(number)).chmod(0o644)
    monkeypatch.setattr(workspace_copy, "COPY_FILES", 2)

    with pytest.raises(ProbeError, match="more than 2 files"):
        copy_tree(tmp_path / "tree", tmp_path / "copy", uid=None)


@pytest.mark.parametrize(
    "line",
    [
        "extraheader = AUTHORIZATION: basic abc",
        "url = https://x-access-token:abc@github.com/o/r",
        "helper = store --file=/tmp/x",
    ],
)
def test_credentials_in_git_are_found_in_submodules_too(tmp_path: Path, line: str) -> None:
    for config in (tmp_path / ".git/config", tmp_path / ".git/modules/sub/config"):
        config.parent.mkdir(parents=True)
        config.write_text(f"[x]\n\t{line}\n", encoding="utf-8")

    assert len(list(git_credentials(tmp_path))) == 2


def test_the_places_of_a_runner_are_known() -> None:
    found = set(runner_paths({"GITHUB_OUTPUT": "/w/cmd/set_output_1", "RUNNER_TEMP": "/w/temp"}))

    assert {Path("/w/cmd"), Path("/w/temp"), Path("/github/file_commands")} <= found
