"""A lockfile of another system is found by what it says, and other files cost one look."""

import pytest

from tests.sim.workspace import Workspace
from toolpin_ci.edge.tree import NamedFiles
from toolpin_ci.locks import candidates

WORDS = [b" ".join(marks) for marks in candidates._MARKS]  # noqa: SLF001 - every row must pass the first look


@pytest.mark.parametrize("words", WORDS)
def test_whatever_a_row_looks_for_passes_the_first_look(workspace: Workspace, words: bytes) -> None:
    workspace.write("config/any.json", words.decode())
    workspace.write("config/none.json", '{"capabilities": {}, "lockfileVersion": 1, "schema_version": "1"}')
    found = candidates.candidates(NamedFiles(workspace.root, frozenset()))
    assert [name for name, _ in found] == ["config/any.json"]
