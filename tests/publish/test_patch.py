"""The patch is one that git takes."""

import subprocess
from pathlib import Path

import pytest

from toolpin_ci.publish.patch import patch_text


def applied(folder: Path, patch: str) -> str:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "apply", "-"], cwd=folder, input=patch, text=True, encoding="utf-8", check=True)
    return (folder / "a" / "mcp-lock.json").read_bytes().decode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{}\n", '{\n  "a": 1\n}\n'),
        ("{}", "{}\n"),
        ("a\nb\nc\n", "a\nB\u2028x\nc"),
        ("\n".join(map(str, range(100))) + "\n", "\n".join(map(str, range(1, 101))) + "\n"),
        (None, "fresh\n"),
        ("a\r\nb\n", "a\r\nc\n"),
    ],
)
def test_git_applies_it(tmp_path: Path, old: str | None, new: str) -> None:
    (tmp_path / "a").mkdir()
    if old is not None:
        (tmp_path / "a" / "mcp-lock.json").write_bytes(old.encode())
    assert applied(tmp_path, patch_text("a/mcp-lock.json", old, new)) == new


def test_no_change_is_no_patch() -> None:
    assert patch_text("x", "a\n", "a\n") == ""
