"""Prints how many small changes of a surface are reported, left alone and graded as expected."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from toolpin_ci.canon.pointer import split
from toolpin_ci.canon.surface_document import from_json
from toolpin_ci.canon.text import parse
from toolpin_ci.diff import compare
from toolpin_ci.model.finding import Finding
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.surface import Surface
from toolpin_ci.rules import grade

MUTATIONS = Path(__file__).resolve().parent.parent / "tests" / "diff" / "mutations"
WANTED_PERCENT = 95


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One change of a surface, and what is expected of it."""

    id: str
    title: str
    old: Surface
    new: Surface
    changed: bool
    strict: bool
    """Whether silence is demanded where nothing changed in meaning."""
    severity: str
    rule: str

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Compare and grade."""
        return grade(compare(self.old, self.new))

    @property
    def worst(self) -> str:
        """Name the worst severity, `none` where nothing is reported."""
        return next((str(finding.severity) for finding in self.findings), "none")


def cases(folder: Path = MUTATIONS) -> Iterator[Case]:
    """Read all cases of a folder, in order."""
    for path in sorted(folder.glob("*.json")):
        if not path.name.startswith("base-") and not path.name.endswith(".mutated.json"):
            yield _case(path)


def _case(path: Path) -> Case:
    case = cast("dict[str, Any]", parse(path.read_bytes()))
    base = path.parent / case["base"]
    new = parse((path.parent / case.get("mutated", case["base"])).read_bytes())
    for edit in case.get("edits", ()):
        _apply(new, edit)
    return Case(
        id=path.stem,
        title=case["title"],
        old=from_json(parse(base.read_bytes()))[0],
        new=from_json(new)[0],
        changed=case["changed"],
        strict=case["strict"],
        severity=case["severity"],
        rule=case.get("rule", ""),
    )


def _apply(document: Json, edit: Mapping[str, Json]) -> None:
    """Put or remove one member or row; a row one past the end is appended."""
    *parents, last = split(str(edit.get("put", edit.get("remove"))))
    target: object = document
    for token in parents:
        target = target[int(token)] if isinstance(target, list) else target[token]  # type: ignore[index]
    if isinstance(target, list):
        target[int(last) : int(last) + 1] = [edit["value"]] if "put" in edit else []
    elif isinstance(target, dict) and "put" in edit:
        target[last] = edit["value"]
    elif isinstance(target, dict):
        del target[last]


def main() -> int:
    """Print the figures and every case that is not as expected."""
    found = list(cases())
    changed = [case for case in found if case.changed]
    equal = [case for case in found if not case.changed and case.strict]
    missed = [case for case in changed if not case.findings]
    loud = [case for case in equal if case.findings]
    graded = [case for case in changed if case.worst == case.severity]
    print(f"changes reported      {len(changed) - len(missed)} of {len(changed)}")
    print(f"non-changes silent    {len(equal) - len(loud)} of {len(equal)}")
    print(f"severity as expected  {len(graded)} of {len(changed)}")
    for case in changed:
        if case not in graded:
            print(f"  {case.id}: expected {case.severity}, found {case.worst}: {case.title}")
    good = not missed and not loud and 100 * len(graded) >= WANTED_PERCENT * len(changed)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
