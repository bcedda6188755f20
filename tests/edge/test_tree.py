"""The work tree gives files of the workspace, and nothing else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from toolpin_ci.edge.remembered import Remembered
from toolpin_ci.edge.tree import WorkTree
from toolpin_ci.errors import UsageError

NOBODY = 65534


@pytest.fixture
def root(tmp_path: Path) -> Path:
    workspace = tmp_path / "workspace"
    (workspace / "folder").mkdir(parents=True)
    (workspace / "folder" / "file.json").write_bytes(b"{}")
    (tmp_path / "outside.json").write_bytes(b"secret")
    (tmp_path / "workspace-twin").mkdir()
    (tmp_path / "workspace-twin" / "file.json").write_bytes(b"secret")
    return workspace


def refusal(root: Path, path: str) -> str:
    with pytest.raises(UsageError) as refused:
        WorkTree(root).read(path)
    return refused.value.message


def test_files_are_read_and_missing_ones_are_none(root: Path) -> None:
    tree = WorkTree(root)
    assert tree.read("folder/file.json") == b"{}"
    assert tree.read("./folder//file.json") == b"{}"
    assert tree.read("missing.json") is None
    assert tree.read("missing/file.json") is None
    assert tree.read("folder/file.json/below") is None


def test_names_are_sorted_and_none_where_there_is_no_folder(root: Path) -> None:
    (root / "folder" / "a").touch()
    tree = WorkTree(root)
    assert tree.names("folder") == ("a", "file.json")
    assert tree.names("") == ("folder",)
    assert tree.names("missing") == ()
    assert tree.names("folder/a") == ()


def test_a_link_that_stays_inside_is_followed(root: Path) -> None:
    (root / "link.json").symlink_to("folder/file.json")
    assert WorkTree(root).read("link.json") == b"{}"


@pytest.mark.parametrize("target", ["../outside.json", "/proc/self/environ", "../workspace-twin/file.json"])
def test_a_link_that_leaves_the_workspace_is_refused(root: Path, target: str) -> None:
    (root / "link.json").symlink_to(target)
    assert refusal(root, "link.json") == "link.json: is a link that leaves the workspace"


def test_a_folder_that_leaves_the_workspace_is_refused(root: Path) -> None:
    (root / "out").symlink_to("..")
    assert refusal(root, "out/outside.json") == "out/outside.json: is a link that leaves the workspace"
    with pytest.raises(UsageError, match="leaves the workspace"):
        WorkTree(root).names("out")


def test_a_workspace_behind_a_link_is_a_workspace(root: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    assert WorkTree(tmp_path / "alias").read("folder/file.json") == b"{}"


def test_a_link_to_nothing_and_a_circle_are_named(root: Path) -> None:
    (root / "dangling").symlink_to("nowhere")
    (root / "circle").symlink_to("circle")
    assert refusal(root, "dangling") == "dangling: is a link to nothing"
    assert refusal(root, "circle") == "circle: cannot be read: Too many levels of symbolic links"


def test_a_directory_is_no_file(root: Path) -> None:
    assert refusal(root, "folder") == "folder: is a directory, and a file is wanted"


def test_a_pipe_is_refused_without_waiting(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert refusal(root, "pipe") == "pipe: is no plain file"


@pytest.mark.parametrize(
    "path", ["../outside.json", "/etc/passwd", "a\0b", "..\\x", ".git/config", "~/x", "*"]
)
def test_a_path_that_could_lead_outside_is_refused(root: Path, path: str) -> None:
    assert refusal(root, path).startswith("the path ")


def test_a_name_too_long_for_the_disk_is_refused(root: Path) -> None:
    assert refusal(root, "n" * 300) == "n" * 300 + ": cannot be read: File name too long"


@contextmanager
def as_nobody(root: Path) -> Iterator[None]:
    """Root reads everything: step down for a while, with the way to the workspace open."""
    if os.geteuid() != 0:
        yield
        return
    modes = {folder: folder.stat().st_mode for folder in root.parents}
    closed = {folder: mode for folder, mode in modes.items() if mode & 0o011 != 0o011}
    for folder, mode in closed.items():
        folder.chmod(mode | 0o011)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        for folder, mode in closed.items():
            folder.chmod(mode)


def test_what_may_not_be_read_is_named(root: Path) -> None:
    (root / "folder").chmod(0o755)
    (root / "folder" / "file.json").chmod(0)
    (root / "closed").mkdir(mode=0)
    with as_nobody(root):
        assert refusal(root, "folder/file.json") == "folder/file.json: cannot be read: Permission denied"
        with pytest.raises(UsageError, match="closed: cannot be read: Permission denied"):
            WorkTree(root).names("closed")


def test_a_file_that_is_remembered_stays_what_it_was(tmp_path: Path) -> None:
    (tmp_path / "mcp-lock.json").write_bytes(b"before")
    (tmp_path / "gone").symlink_to("nowhere")
    tree = Remembered(WorkTree(tmp_path), ["mcp-lock.json", "gone"])
    (tmp_path / "mcp-lock.json").write_bytes(b"after")
    (tmp_path / "gone").unlink()

    assert tree.read("mcp-lock.json") == b"before"
    with pytest.raises(UsageError, match="link to nothing"):
        tree.read("gone")
