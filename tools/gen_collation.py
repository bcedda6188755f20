"""Writes where characters beyond Latin stand in CLDR's root order, as ToolPin's Node.js sorts them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.originals import originals
from tools.provision import ROOT

TARGET = ROOT / "toolpin_ci" / "canon" / "collation.json"


def generated() -> str:
    """Ask the ICU inside Node.js; the locale is the one that ToolPin's vectors were made under."""
    script = Path(__file__).with_name("collation.mjs")
    done = subprocess.run(
        [str(originals().node), str(script)],
        env={**os.environ, "LC_ALL": "en_US.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout + "\n"


if __name__ == "__main__":
    TARGET.write_text(generated(), encoding="utf-8")
    sys.stdout.write(f"wrote {TARGET.relative_to(ROOT)}\n")
