"""Every folder of `cases/` holds a repository and what is found in it, or the words of the refusal."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from toolpin_ci.canon.text import parse
from toolpin_ci.config.parse import parse_config
from toolpin_ci.discover import discover, find_config
from toolpin_ci.edge.tree import WorkTree
from toolpin_ci.errors import UsageError
from toolpin_ci.model.server import ServerSpec

CASES = Path(__file__).parent / "cases"
LOCK = "mcp-lock.json"


def looked_up(folder: Path) -> dict[str, Any]:
    """What discovery says of a repository, as JSON holds it."""
    tree = WorkTree(folder / "repo")
    try:
        found = find_config(tree)
        config = parse_config(found[1], file=found[0], rule_ids=()) if found else None
        lock = tree.read(LOCK)
        discovery = discover(tree, config=config, locks={LOCK: parse(lock)} if lock else {})
    except UsageError as error:
        return {"refused": list(error.diagnostics())}
    return {
        "source": discovery.source,
        "servers": [said(spec) for spec in discovery.servers],
        "places": {name: f"{place.file}:{place.line}" for name, place in discovery.places.items()},
        "notes": list(discovery.notes),
    }


def said(spec: ServerSpec) -> dict[str, Any]:
    """The members of a server that are not as they are by default."""
    default = asdict(ServerSpec(name=""))
    return {name: value for name, value in asdict(spec).items() if value != default[name]}


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_a_repository_has_the_servers_that_its_files_name(case: str) -> None:
    expected = json.loads((CASES / case / "expect.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(looked_up(CASES / case))) == expected
