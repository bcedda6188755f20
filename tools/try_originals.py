"""Runs ToolPin and MCP Hangar themselves on files of ours and says where they disagree with us.

Downloads both once into the cache; the programs then run without a network of their own.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

from toolpin_ci.canon.ecmascript import parse
from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.surface_document import assemble, to_json
from toolpin_ci.canon.text import pretty
from toolpin_ci.errors import ToolpinError

TOOLPIN, NODE, HANGAR = "@proofofwork-agency/toolpin@0.5.4", "node@24", "mcp-hangar==2.34.4"
VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "toolpin-ci" / "originals"
_HANGAR_SCRIPT = """
import json, sys
from mcp_hangar.domain.services.digest_computation import compute_tool_digest
def one(text):
    try:
        return compute_tool_digest(json.loads(text)).sha256
    except ValueError:
        return None
print(json.dumps([one(text) for text in json.load(sys.stdin)]))
"""


def install() -> tuple[Path, Path, Path]:
    """Give node, ToolPin's command line and Hangar's interpreter."""
    modules = CACHE / "npm" / "node_modules"
    command = modules / "@proofofwork-agency" / "toolpin" / "dist" / "cli.js"
    if not command.is_file():
        subprocess.run(["npm", "install", "--prefix", str(CACHE / "npm"), TOOLPIN, NODE], check=True)
    python = CACHE / "hangar" / "bin" / "python"
    if not python.is_file():
        venv.create(CACHE / "hangar", with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", HANGAR], check=True)
    return modules / "node" / "bin" / "node", command, python


def locks() -> Iterator[tuple[str, str]]:
    """Locks that ToolPin wrote, and the same ones with our `surface` inside."""
    rows = json.loads((VECTORS / "toolpin" / "lockfiles_valid.json").read_text("utf-8"))["vectors"]
    surface = to_json(
        assemble({"instructions": "Be kind."}, {"tools": [{"name": "ping", "inputSchema": {}}]})
    )
    for row in rows:
        yield row["id"], row["lockfile_text"]
        document = json.loads(row["lockfile_text"])
        for entry in document["servers"].values():
            entry.get("capabilityManifest", {})["surface"] = surface
        yield f"{row['id']} with surface", pretty(document) + "\n"


def toolpin_disagreements(node: Path, command: Path) -> Iterator[str]:
    """Compare the digest of every lock with what `toolpin lock digest` prints."""
    for name, text in locks():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mcp-lock.json").write_text(text, encoding="utf-8")
            argv = [str(node), str(command), "lock", "digest"]
            found = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        ours = digest("toolpin-lock", text)
        if ours not in found.stdout:
            yield f"ToolPin on {name}: {found.stdout.strip()} {found.stderr.strip()}, we say {ours}"


def hangar_disagreements(python: Path) -> Iterator[str]:
    """Compare digests of tools with Hangar's own."""
    texts = [
        row["jsonText"] for row in json.loads((VECTORS / "hangar" / "tool-digests.json").read_text("utf-8"))
    ]
    argv = [str(python), "-c", _HANGAR_SCRIPT]
    found = subprocess.run(
        argv, input=json.dumps(texts), capture_output=True, text=True, timeout=60, check=True
    )
    for text, theirs in zip(texts, json.loads(found.stdout), strict=True):
        if _hangar(text) != theirs:
            yield f"Hangar on {text}: {theirs}, we say {_hangar(text)}"


def _hangar(text: str) -> str | None:
    try:
        parse(text)
        return digest("hangar-jcs", text)
    except ToolpinError:
        return None


def main() -> int:
    """Print every disagreement; 0 where there is none."""
    node, command, python = install()
    found = [*toolpin_disagreements(node, command), *hangar_disagreements(python)]
    for line in found:
        print(line)
    print(f"{len(found)} disagreements with the originals")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
