"""Prints how we stand against servers, files, texts and answers that mean harm; exit 1 where it fails."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.hostile.cases import CASES  # noqa: E402 - the checkout is found only now
from tests.hostile.running import interpreter, measured, peak_memory, verdict, workspace  # noqa: E402
from tests.real.servers import manifest  # noqa: E402
from toolpin_ci.canon.surface_document import from_json  # noqa: E402
from toolpin_ci.edge.launch import Place  # noqa: E402
from toolpin_ci.edge.probing import probe_one  # noqa: E402
from toolpin_ci.edge.sandbox import can_hold  # noqa: E402
from toolpin_ci.model.finding import Area, Severity  # noqa: E402
from toolpin_ci.model.server import ServerSpec  # noqa: E402
from toolpin_ci.model.surface import Surface  # noqa: E402
from toolpin_ci.scan import RULES, scan  # noqa: E402
from tools import fixtures  # noqa: E402

TEXTS = {
    "texts.jsonl": 0.98,
    "more_texts.jsonl": 0.98,
    "fresh_texts.jsonl": 0.97,
    "varied_texts.jsonl": 0.98,
    "held_out_texts.jsonl": 0.88,
    "sly_texts.jsonl": 0.92,
}
"""The recall that each file must keep, a little below what holds."""
NOT_TEXT = frozenset(("rug_pull", "cross_server_collision"))
"""Kinds that only a comparison, or another server's list, can show."""
MOST_MEMORY, MOST_FLAGGED, MOST_REAL = 256, 0.03, 0.01
TESTED = (
    ("leaks", "no canary, every control", "tests/hostile/test_leaks.py"),
    ("breaches", "a finding for each", "tests/hostile/test_breaches.py"),
    ("files", "refused or read as said", "tests/hostile/test_files.py"),
    ("GitHub", "ends as said, one comment", "tests/publish/test_scenarios.py"),
)
Row = tuple[str, str, str, bool]


def servers() -> Iterator[Row]:
    """Run every misbehaving server."""
    if not can_hold() or interpreter() is None:
        yield ("servers", "the expected end", "not run: only root can give each a user of its own", True)
        return
    wrong = []
    with workspace() as place:
        for case in CASES:
            complaint = verdict(case, measured(case, place))
            if complaint:
                wrong.append(f"{case.name}: {complaint}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    yield ("servers", "the expected end", f"{len(CASES) - len(wrong)} of {len(CASES)}", not wrong)
    peak = peak_memory()
    yield ("servers", f"at most {MOST_MEMORY} MiB", f"{peak} MiB", peak <= MOST_MEMORY)


def tested() -> Iterator[Row]:
    """Run what is a test already: leaks with their controls, harmful files, whatever GitHub may answer."""
    for part, wanted, file in TESTED:
        command = (sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", file)
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        lines = done.stdout.strip().splitlines() or [done.stderr.strip()]
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        print(*failed, sep="\n", end="\n" if failed else "")
        yield (part, wanted, lines[-1].strip("= "), done.returncode == 0 and "passed" in lines[-1])


def published() -> Iterator[Row]:
    """Scan the published servers that the tests install, as far as they are installed."""
    tools, flagged = 0, []
    for name, surface in installed():
        tools += len(surface.lists.get("tools", {}))
        found = {
            item.subject
            for item in scan(surface)
            if item.severity is not Severity.INFO and item.area is Area.TOOL
        }
        flagged += [f"{name}:{subject}" for subject in sorted(found)]
    if tools:
        words = f"{len(flagged)} of {tools} tools {' '.join(flagged)}".rstrip()
        yield (
            "published servers",
            f"flagged at most {MOST_REAL:.0%}",
            words,
            len(flagged) <= MOST_REAL * tools,
        )


def installed() -> Iterator[tuple[str, Surface]]:
    """Ask every published server that starts here."""
    place = Place(workspace=Path(tempfile.gettempdir()), environ=dict(os.environ))
    described = fixtures.descriptions()
    for name, command in manifest()["commands"].items():
        full = (*command, *described[name].get("args", ()))
        spec = ServerSpec(name=name, command=full, env=described[name].get("env", {}))
        surface = probe_one(spec, place).surface
        if surface is not None:
            yield name, surface


def texts(name: str) -> Iterator[Row]:
    """Scan every text of one file."""
    rows = [
        json.loads(line) for line in (ROOT / "tests/scan" / name).read_text(encoding="utf-8").splitlines()
    ]
    poisoned = [row for row in rows if row["label"] == "poisoned" and row["kind"] not in NOT_TEXT]
    benign = [row for row in rows if row["label"] == "benign"]
    missed = [row["id"] for row in poisoned if not is_found(row)]
    flagged = [row["id"] for row in benign if flags(row)]
    recall = 1 - len(missed) / len(poisoned)
    share = len(flagged) / len(benign)
    found = f"{recall:.2f} of {len(poisoned)} {' '.join(missed)}".rstrip()
    yield (name, f"recall at least {TEXTS[name]:.2f}", found, recall >= TEXTS[name])
    said = f"{len(flagged)} of {len(benign)} {' '.join(flagged)}".rstrip()
    yield (name, f"benign flagged at most {MOST_FLAGGED:.0%}", said, share <= MOST_FLAGGED)


def flags(row: dict[str, object]) -> set[str]:
    """Name the rules, and what others call them, that object to a surface above `info`."""
    surface, _ = from_json(row["surface"])  # type: ignore[arg-type]
    names = {rule.id: {rule.id, *rule.aliases} for rule in RULES}
    return {
        name for found in scan(surface) if found.severity is not Severity.INFO for name in names[found.rule]
    }


def is_found(row: dict[str, object]) -> bool:
    """Tell whether one of the rules that the row names objects."""
    return not flags(row).isdisjoint(row["rules"])  # type: ignore[arg-type]


def main() -> int:
    """Print the table."""
    rows = [*servers(), *tested(), *published(), *(row for name in TEXTS for row in texts(name))]
    for part, wanted, found, holds in rows:
        print(f"{'ok ' if holds else 'NOT'}  {part:18} {wanted:28} {found}")
    return 0 if all(row[-1] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
