"""A new rule is one file, one line in the list and one folder."""

import shutil
from pathlib import Path

import pytest

from tools.new_rule import ROOT, main, write


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "toolpin_ci" / "rules").mkdir(parents=True)
    shutil.copy(
        ROOT / "toolpin_ci" / "rules" / "__init__.py", tmp_path / "toolpin_ci" / "rules" / "__init__.py"
    )
    return tmp_path


def test_everything_that_a_rule_needs_is_written_and_registered_in_order(checkout: Path) -> None:
    files = write("tool-repainted", checkout)
    assert [path.name for path in files] == ["tool_repainted.py", "old.json", "new.json", "expect.txt"]
    lines = (checkout / "toolpin_ci" / "rules" / "__init__.py").read_text(encoding="utf-8").splitlines()
    at = lines.index("    tool_repainted.RULE,")
    assert [lines[at - 1], lines[at + 1]] == [
        "    tool_renamed.RULE,",
        "    tool_task_support_narrowed.RULE,",
    ]
    assert "    tool_repainted," in lines


def test_an_id_is_never_taken_twice(checkout: Path) -> None:
    write("tool-repainted", checkout)
    with pytest.raises(SystemExit, match="forever"):
        write("tool-repainted", checkout)


@pytest.mark.parametrize("rule_id", ["", "tool", "Tool-added", "tool_added", "tool-"])
def test_an_id_is_lower_case_words_with_hyphens(rule_id: str, checkout: Path) -> None:
    with pytest.raises(SystemExit, match="no rule id"):
        write(rule_id, checkout)


def test_the_call_needs_one_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "make rule" in capsys.readouterr().out
