"""Fuzzes every target for some time; an input that breaks one is kept as a test."""

import argparse
import hashlib
import random
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz.mutating import mutated  # noqa: E402 - the checkout is found only now
from tests.fuzz.targets import TARGETS, Target  # noqa: E402

CRASHES = ROOT / "tests" / "fuzz" / "crashes"
SLOW = 5.0
_POOL = 2_000


def fuzz(name: str, seconds: float, seed: int) -> tuple[int, int, set[str]]:
    """Run one target; inputs that came to a new end are kept and changed further."""
    target, seeds = TARGETS[name]
    chance = random.Random(seed)  # noqa: S311 - inputs, no secrets
    pool, seen, broken = list(seeds), set[str](), set[str]()
    runs, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        text = mutated(chance, pool)
        runs += 1
        outcome = attempt(name, target, text)
        if outcome.startswith("BROKEN"):
            broken.add(outcome)
        if outcome not in seen and len(pool) < _POOL:
            seen.add(outcome)
            pool.append(text)
    return runs, len(seen), broken


def attempt(name: str, target: Target, text: bytes) -> str:
    """Try one input; keep it where it breaks a promise or takes too long."""
    started = time.monotonic()
    try:
        outcome = target(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever comes out is what we look for
        where = traceback.extract_tb(error.__traceback__)[-1]
        outcome = (
            f"BROKEN {type(error).__name__}: {str(error)[:80]} ({Path(where.filename).name}:{where.lineno})"
        )
    if time.monotonic() - started > SLOW:
        outcome = f"BROKEN: took more than {SLOW} s"
    if outcome.startswith("BROKEN"):
        folder = CRASHES / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha256(outcome.encode()).hexdigest()[:16]).write_bytes(text)
    return outcome


def main() -> int:
    """Print a line for each target; exit 1 where one broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="in all, for all targets together")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("targets", nargs="*", default=list(TARGETS))
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if given.seed is None else given.seed
    bad = False
    for name in given.targets:
        runs, outcomes, broken = fuzz(name, given.seconds / len(given.targets), seed)
        bad = bad or bool(broken)
        print(f"{'NOT' if broken else 'ok '}  {name:14} {runs:8,} inputs, {outcomes:3} outcomes, seed {seed}")
        print(*(f"     {words}" for words in sorted(broken)), sep="\n", end="\n" if broken else "")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
