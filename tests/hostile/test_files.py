"""Every harmful file is refused or read as it should be: no traceback, no hang, nothing else touched."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.hostile.files import CONFIG, FILES, LOCKFILE, File
from tests.sim.workspace import Workspace

SECRET = "CANARY"
MOST_CHARACTERS = 65_536
MARKDOWN = MarkdownIt("gfm-like", {"html": True, "linkify": False})


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A lockfile of ours."""
    place = Workspace(tmp_path_factory.mktemp("good"))
    place.configure()
    assert place.run("lock").code == 0
    return place.read(LOCKFILE)


def _written(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if "__pycache__" not in path.parts}


SMALL = [file for file in FILES if file.name != "ten_thousand_servers"]


@pytest.mark.parametrize("file", SMALL, ids=[file.name for file in SMALL])
def test_the_file_is_refused_or_read_as_it_should_be(file: File, good: bytes, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "inside")
    workspace.configure()
    workspace.write(LOCKFILE, good)
    if file.place is not None:
        (workspace.root / LOCKFILE).unlink()
        file.place(workspace.root, good)
    elif file.make is not None:
        workspace.write(file.file, file.make(good))
    before = _written(tmp_path)

    done = workspace.run("check", "--format", "json", "--timeout", "5", env={"GITHUB_TOKEN": SECRET})

    assert done.code in file.codes, done.out[:2000] + done.err[:2000]
    assert "Traceback" not in done.out + done.err
    assert SECRET not in done.out + done.err
    assert re.search(file.says, done.out + done.err, re.DOTALL), done.out[:1500] + done.err[:1500]
    assert _written(tmp_path) == before


def test_the_comment_stays_small_with_ten_thousand_servers(good: bytes, tmp_path: Path) -> None:
    (file,) = [one for one in FILES if one.name == "ten_thousand_servers"]
    assert file.place is not None
    workspace = Workspace(tmp_path)
    workspace.configure()
    file.place(workspace.root, good)

    done = workspace.run("check", "--format", "markdown")

    assert done.code in file.codes
    assert "Traceback" not in done.out + done.err
    assert len(done.out) <= MOST_CHARACTERS


def test_a_name_from_a_lockfile_cannot_format_the_comment(good: bytes, tmp_path: Path) -> None:
    (file,) = [one for one in FILES if one.name == "markdown_server_name"]
    assert file.make is not None
    workspace = Workspace(tmp_path)
    workspace.write(LOCKFILE, file.make(good))
    done = workspace.run("check", "--format", "markdown", "--timeout", "5")

    assert "&lt;img" in MARKDOWN.render(done.out)
    assert "<img" not in MARKDOWN.render(done.out)


def test_every_change_changes_the_file(good: bytes) -> None:
    makers = {file.name: file.make for file in FILES if file.make is not None and file.file != CONFIG}

    assert [name for name, make in makers.items() if make(good) == good] == []
