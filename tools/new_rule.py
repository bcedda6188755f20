"""Writes a new rule: its file, its fixture folder and its line in the list."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")

_RULE = '''"""TODO: say in one sentence what this rule tells."""

from toolpin_ci.model.finding import Action, Area, Severity
from toolpin_ci.rules.base import Rule, on

RULE = Rule(
    id="{id}",
    title="",
    severity=Severity.RISKY,
    area=Area.TOOL,
    action=Action.CHANGED,
    message="",
    why="",
    check=on(""),
)
'''
_SURFACE = (
    '{"tools": [{"name": "read_file", "description": "Read a file.", "inputSchema": {"type": "object"}}]}\n'
)


def write(rule_id: str, root: Path = ROOT) -> list[Path]:
    """Write everything that a rule needs, and give the files that want to be filled in."""
    if not _ID.fullmatch(rule_id):
        raise SystemExit(f"{rule_id!r} is no rule id: lower case words with hyphens, as in tool-renamed")
    module = rule_id.replace("-", "_")
    rule = root / "toolpin_ci" / "rules" / f"{module}.py"
    if rule.exists():
        raise SystemExit(f"{rule_id} exists: ids are forever")
    fixture = root / "tests" / "rules" / rule_id
    fixture.mkdir(parents=True)
    files = {
        rule: _RULE.format(id=rule_id),
        fixture / "old.json": _SURFACE,
        fixture / "new.json": _SURFACE,
        fixture / "expect.txt": "",
    }
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    _register(root / "toolpin_ci" / "rules" / "__init__.py", module)
    return list(files)


def _register(listing: Path, module: str) -> None:
    """Add the import and the line in `RULES`, both in order."""
    text = listing.read_text(encoding="utf-8")
    text = _insert(text, "from toolpin_ci.rules import (\n", f"    {module},\n")
    text = _insert(text, "RULES: tuple[Rule, ...] = (\n", f"    {module}.RULE,\n")
    listing.write_text(text, encoding="utf-8")


def _insert(text: str, opening: str, line: str) -> str:
    start = text.index(opening) + len(opening)
    end = text.index(")\n", start)
    lines = sorted([*text[start:end].splitlines(keepends=True), line], key=lambda row: row.strip(" ,\n"))
    return text[:start] + "".join(lines) + text[end:]


def main(arguments: list[str]) -> int:
    """Write the rule that is named."""
    if len(arguments) != 1:
        print("usage: make rule ID=tool-renamed")
        return 2
    for path in write(arguments[0]):
        print(f"fill in {path.relative_to(ROOT)}")
    print("then: make golden, python -m tools.gen_rules_doc, and review both")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
