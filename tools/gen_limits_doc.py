"""Writes docs/limits.md from the limits in the code; `--check` only tells whether it is up to date."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "toolpin_ci" / "model" / "limits.py"
TARGET = ROOT / "docs" / "limits.md"
HEAD = """# Limits

<!-- Written by tools/gen_limits_doc.py: edit toolpin_ci/model/limits.py, not this file. -->

What a server, a lockfile or a configuration may hand us ends at a number with a name. Passing one is a
finding that names it; nothing is cut in silence and nothing crashes.

| name | number | what it bounds |
|---|---|---|
"""
_STEP = 1024


def limits() -> Iterator[tuple[str, float, str]]:
    """Give name, number and meaning of every limit, as they stand in the code."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    values: dict[str, float] = {}
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name = node.targets[0].id
        values[name] = _number(node.value, values)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            yield name, values[name], " ".join(str(after.value.value).split())


def _number(node: ast.expr, values: dict[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name):
            return values[name]
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _number(left, values) * _number(right, values)
        case _:
            raise TypeError(ast.dump(node))


def shown(name: str, number: float) -> str:
    """Write a number as people read it, with its unit."""
    if name.endswith("_BYTES"):
        for unit in ("bytes", "KiB", "MiB", "GiB"):
            if number < _STEP or number % _STEP:
                return f"{number:g} {unit}"
            number //= _STEP
    return f"{number:g} s" if name.endswith("_SECONDS") else f"{int(number):,}"


def page() -> str:
    """Give the whole page."""
    return HEAD + "".join(
        f"| `{name}` | {shown(name, number)} | {words} |\n" for name, number, words in limits()
    )


def main() -> int:
    """Write the page, or tell that it is out of date."""
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.read_text(encoding="utf-8") == page() else 1
    TARGET.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
