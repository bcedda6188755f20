"""Holds the layers, the registries and the few habits that a test can hold cheaply."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "toolpin_ci"
FILES = sorted(PACKAGE.rglob("*.py"))
GROUND = {"model", "canon", "errors", "ports", "values"}
STAGES = {
    "config", "diff", "discover", "locks", "pins", "policy", "probe", "publish", "registry", "render",
    "rules", "scan", "toolpin",
}  # fmt: skip
MAY_IMPORT: dict[str, set[str]] = {
    "values": set(),
    "model": {"model", "values"},
    "errors": set(),
    "canon": {"model", "errors", "canon", "values"},
    "ports": {"model", "errors", "values"},
    "edge": GROUND | {"edge", "probe", "pins"},
    "circumstances": GROUND,
    **{stage: GROUND | {stage} for stage in STAGES},
}
HEAVY = {"httpx2": {"edge"}, "httpcore": {"edge"}, "mcp": {"edge"}, "github": {"edge"}}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            if node.module == "toolpin_ci":
                yield from (f"toolpin_ci.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    part = part_of(path)
    if part not in MAY_IMPORT:
        return  # pipeline, commands, action and the entry points put the stages together
    for name in imports(path):
        steps = name.split(".")
        if steps[0] == "toolpin_ci" and len(steps) > 1 and steps[1] != "__version__":
            assert steps[1] in MAY_IMPORT[part] | {part}, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_edge_imports_what_touches_the_outside(path: Path) -> None:
    for name in imports(path):
        allowed = HEAVY.get(name.split(".")[0])
        assert allowed is None or part_of(path) in allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_opens_with_its_job_and_nothing_catches_everything(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert (ast.get_docstring(tree) or "").strip(), f"{path} has no docstring"
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else ""
            if caught in ("", "Exception", "BaseException"):
                assert path.name in ("probing.py", "verifying.py"), f"{path} catches everything"


def test_every_command_is_there_under_its_own_name() -> None:
    commands = import_module("toolpin_ci.commands").COMMANDS
    for name, listed in commands.items():
        found = import_module(f"toolpin_ci.commands.{listed.module}").COMMAND
        assert found.summary, name
        assert listed.module.replace("_", "-") == name


def test_the_promised_commands_are_all_there() -> None:
    promised = {
        "check", "lock", "probe", "diff", "verify", "scan", "accept", "digest", "sign", "verify-signature",
        "plan", "report", "init", "rules", "explain",
    }  # fmt: skip
    assert promised == set(import_module("toolpin_ci.commands").COMMANDS)


def test_a_local_check_does_not_pay_for_what_it_does_not_need() -> None:
    """The clean path of a stdio check must not import the heavy packages, nor the rules."""
    code = (
        "import sys, toolpin_ci.cli, toolpin_ci.commands.check, toolpin_ci.pipeline.checking;"
        "import toolpin_ci.edge.probing;"
        "bad = {'mcp', 'httpx2', 'github', 'jinja2', 'asyncio', 'ruamel', 'toolpin_ci.rules'};"
        "bad |= {'dataclasses', 'inspect'};"
        "print(sorted(bad & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
