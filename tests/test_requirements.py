"""Every obligation has a test, and every test that claims one names an obligation that exists."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
REQUIREMENTS = tomllib.loads((TESTS / "requirements.toml").read_text("utf-8"))


def _claimed() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.requirement":
                yield ast.literal_eval(node.args[0]), path.name


def test_every_requirement_has_a_test() -> None:
    claimed = {requirement for requirement, _ in _claimed()}
    assert sorted(set(REQUIREMENTS) - claimed) == []


def test_every_marked_test_names_a_requirement() -> None:
    assert [(name, file) for name, file in _claimed() if name not in REQUIREMENTS] == []


def test_every_requirement_says_whose_it_is_and_what_must_hold() -> None:
    for name, row in REQUIREMENTS.items():
        assert set(row) <= {"system", "behaviour", "gap", "source"}, name
        assert row["system"], name
        assert row["behaviour"].endswith("."), name
