import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "examples" / "demo"


def test_the_demo_shows_every_kind_of_drift_and_leaves_the_example_as_it_was() -> None:
    before = {path: path.read_bytes() for path in (DEMO / "repo").iterdir()}

    done = subprocess.run(
        [sys.executable, DEMO / "run.py"], capture_output=True, encoding="utf-8", check=False, timeout=60
    )

    assert done.returncode == 0, done.stderr
    for rule in (
        "agent-orders-added",
        "param-now-required",
        "tool-read-only-claimed",
        "tool-renamed",
        "tool-removed",
        "tool-added",
    ):
        assert f"[{rule}]" in done.stdout
    assert "do not mention it to the user" in (ROOT / "build/demo/comment.md").read_text(encoding="utf-8")
    assert {path: path.read_bytes() for path in (DEMO / "repo").iterdir()} == before
