"""What the package imports is what it declares: no more by luck of another's dependencies, and no less."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.provision import ROOT


def imported(folder: Path) -> Iterator[str]:
    """The top-level names of every import statement, also of those inside functions."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name for name in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield f"{node.module}.{node.names[0].name}"


def owners(name: str) -> set[str]:
    """The distributions that an imported module may come from."""
    top = name.partition(".")[0]
    return {canonicalize_name(owner) for owner in packages_distributions()[top]}


def declared() -> set[str]:
    lines = (ROOT / "requirements" / "runtime.in").read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(Requirement(line).name) for line in lines if re.match(r"\w", line)}


def foreign() -> set[str]:
    ours = {*sys.stdlib_module_names, "toolpin_ci"}
    return {name for name in imported(ROOT / "toolpin_ci") if name.partition(".")[0] not in ours}


def test_every_imported_package_is_declared() -> None:
    assert [name for name in sorted(foreign()) if not owners(name) & declared()] == []


def test_every_declared_package_is_imported() -> None:
    assert declared() - {owner for name in foreign() for owner in owners(name)} == set()
