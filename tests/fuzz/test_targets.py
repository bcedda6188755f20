"""A bounded run of every fuzz target, and every input that ever broke one."""

import random
from pathlib import Path

import pytest

from tests.fuzz.mutating import mutated
from tests.fuzz.targets import TARGETS

CRASHES = Path(__file__).parent / "crashes"
RUNS = 400


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_that_chance_makes_break_nothing(name: str) -> None:
    target, seeds = TARGETS[name]
    chance = random.Random(name)
    pool, seen = list(seeds), {target(seed) for seed in seeds}
    for _ in range(RUNS):
        text = mutated(chance, pool)
        outcome = target(text)
        if outcome not in seen:
            seen.add(outcome)
            pool.append(text)
    assert len(seen) > 1, "every input came to the same end: nothing was tried"


@pytest.mark.parametrize(
    "path", sorted(CRASHES.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_what_once_broke_it_breaks_nothing_now(path: Path) -> None:
    TARGETS[path.parent.name][0](path.read_bytes())
