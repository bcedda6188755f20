"""Asks the original programs; they are installed by the first test that needs one."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tools.originals import Originals, originals

# ToolPin sorts by the locale of its machine; the registries are never asked.
ENVIRONMENT = {"LC_ALL": "en_US.UTF-8", "HTTPS_PROXY": "http://127.0.0.1:9", "NO_COLOR": "1"}
_HANGAR = """
import json, sys
from mcp_hangar.domain.services.digest_computation import compute_tool_digest
def one(text):
    try:
        return compute_tool_digest(json.loads(text)).sha256
    except ValueError:
        return None
print(json.dumps([one(text) for text in json.load(sys.stdin)]))
"""


@cache
def programs() -> Originals:
    """Where the originals are."""
    return originals()


def toolpin(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ToolPin's command line in a folder."""
    argv = [str(programs().node), str(programs().toolpin / "cli.js"), *words]
    return subprocess.run(
        argv,
        cwd=folder,
        env=_environment({"HOME": str(folder)}),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


def ask_toolpin(questions: Sequence[tuple[str, str]]) -> list[Any]:
    """Ask ToolPin's own functions many things at once; a refusal is `{"error": words}`."""
    script = Path(__file__).with_name("toolpin.mjs")
    argv = [str(programs().node), str(script), str(programs().toolpin)]
    done = subprocess.run(
        argv,
        input=json.dumps(questions),
        env=_environment({}),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=True,
    )
    answers: list[Any] = json.loads(done.stdout)
    return answers


def ask_hangar(texts: Sequence[str]) -> list[str | None]:
    """Ask MCP Hangar for the digests of tools; None where it refuses."""
    argv = [str(programs().hangar), "-c", _HANGAR]
    done = subprocess.run(
        argv, input=json.dumps(texts), capture_output=True, encoding="utf-8", timeout=100, check=True
    )
    answers: list[str | None] = json.loads(done.stdout)
    return answers


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, **ENVIRONMENT, **more}
