"""Every obligation has a test that can fail, and every test that claims one names one that exists."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

from tests.plugins.requirements import TESTS, claims, functions, marked, rows

SYSTEMS = {
    "ToolPin v2",
    "mcp-lock/1",
    "mcp-fusion / vurb",
    "MCP Hangar",
    "MCP Registry Spec",
    "Facets",
    "all",
    "design",
}
MEMBERS = {"system", "behaviour", "gap", "source", "tests", "planned"}


def test_every_requirement_has_a_test_or_says_why_not_yet() -> None:
    assert [name for name, row in rows().items() if not claims()[name] and not row.get("planned")] == []
    assert [name for name, row in rows().items() if claims()[name] and "planned" in row] == []


def test_every_test_that_a_requirement_names_is_there() -> None:
    named = {(name, test) for name, tests in claims().items() for test in tests}
    assert sorted((name, test) for name, test in named if test not in functions()) == []


def test_every_marked_test_names_a_requirement() -> None:
    assert [(name, test) for name, test in marked() if name not in rows()] == []


def test_every_test_that_holds_a_requirement_can_fail() -> None:
    held = {test for tests in claims().values() for test in tests}
    assert sorted(test for test in held if not _judges(test, functions()[test])) == []


def _judges(test: str, node: ast.FunctionDef) -> bool:
    """Does it assert, expect an error, or call a function beside it that does?"""
    helpers = _helpers(TESTS / test.partition("::")[0])
    words = {ast.unparse(found.func) for found in ast.walk(node) if isinstance(found, ast.Call)}
    return _asserts(node) or any(_asserts(helpers[word]) for word in words & set(helpers))


@cache
def _helpers(path: Path) -> dict[str, ast.FunctionDef]:
    found = ast.parse(path.read_text("utf-8")).body
    return {node.name: node for node in found if isinstance(node, ast.FunctionDef)}


def _asserts(node: ast.FunctionDef) -> bool:
    return any(
        isinstance(found, ast.Assert)
        or (isinstance(found, ast.Call) and ast.unparse(found.func) == "pytest.raises")
        for found in ast.walk(node)
    )


def test_every_requirement_says_whose_it_is_and_what_must_hold() -> None:
    for name, row in rows().items():
        assert set(row) <= MEMBERS, name
        assert row["system"] in SYSTEMS, name
        assert row["behaviour"].endswith("."), name
        assert len(row["behaviour"].split()) > 3, name
        assert all(row[word].strip() for word in ("gap", "source", "planned") if word in row), name
        assert len(set(row.get("tests", ()))) == len(row.get("tests", ())), name


def test_no_obligation_stands_twice() -> None:
    counts = Counter(row["behaviour"] for row in rows().values())
    assert [text for text, count in counts.items() if count > 1] == []
