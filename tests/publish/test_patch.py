"""The patch is one that git takes."""

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.publish.line_match import matching_blocks
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


@given(st.lists(st.sampled_from("abcdef{}"), max_size=40), st.lists(st.sampled_from("abcdef{}"), max_size=40))
def test_equal_runs_rise_and_are_equal(old: list[str], new: list[str]) -> None:
    blocks = matching_blocks(old, new)
    assert blocks[-1] == (len(old), len(new), 0)
    for at, there, length in blocks:
        assert old[at : at + length] == new[there : there + length]
    for (at, there, length), (next_at, next_there, _) in pairwise(blocks):
        assert (at + length, there + length) <= (next_at, next_there)
        assert at + length <= next_at
        assert there + length <= next_there


def test_a_large_lockfile_with_many_like_entries_gets_a_small_patch() -> None:
    entries = [f'  "server-{number}": {{\n' + "    {},\n" * 60 + "  },\n" for number in range(700)]
    changed = [*entries[:300], entries[300].replace("{},\n  }", "changed\n  }"), *entries[301:]]
    patch = patch_text("mcp-lock.json", "".join(entries), "".join(changed))
    assert [line for line in patch.splitlines() if line[0] in "+-"][2:] == ["-    {},", "+    changed"]


def test_no_change_is_no_patch() -> None:
    assert patch_text("x", "a\n", "a\n") == ""
