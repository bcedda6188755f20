"""Asks an advisory source about every package of our locks; what it does not answer for is not clean."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.fixtures import built_once, install_python
from tools.provision import ROOT, cache_root, content_key

TOOL = ROOT / "requirements" / "audit.txt"
LOCKS = [ROOT / "requirements" / name for name in ("runtime.txt", "image.txt", "dev.txt", "audit.txt")]
OPTIONS = ("--format=json", "--progress-spinner=off", "--disable-pip", "--require-hashes")
FOUND, COULD_NOT_ASK = 1, 3
WORDS = {0: "clean", FOUND: "has known weaknesses", COULD_NOT_ASK: "not answered"}


def program() -> Path:
    """The audit's own program, in an environment of its own."""
    key = content_key(TOOL.read_bytes(), sys.version, sys.base_prefix)
    return built_once(cache_root() / "audit" / key, install_python(TOOL)) / "bin" / "pip-audit"


def weaknesses(answer: dict[str, Any]) -> Iterator[str]:
    """Every advisory, with the package and the versions that are without it."""
    for package in answer["dependencies"]:
        for known in package.get("vulns", ()):
            fixed = ", ".join(known["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {known['id']}, fixed in {fixed}"


def unanswered(answer: dict[str, Any]) -> list[str]:
    """The packages that the source knows nothing about."""
    return [package["name"] for package in answer["dependencies"] if "skip_reason" in package]


def judged(answer: dict[str, Any]) -> tuple[int, list[str]]:
    """The exit code, and what to say."""
    found, unknown = list(weaknesses(answer)), unanswered(answer)
    if not answer["dependencies"]:
        return COULD_NOT_ASK, ["no package was audited"]
    words = [f"{len(unknown)} packages were not answered for: {', '.join(unknown)}"] if unknown else []
    return FOUND if found else COULD_NOT_ASK if unknown else 0, [*found, *words]


def ask(lock: Path) -> dict[str, Any]:
    """The answer about one lock; without one, nothing."""
    call = [str(program()), *OPTIONS, "--requirement", str(lock)]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False)
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        print(*done.stderr.splitlines()[-1:], file=sys.stderr)
        return {"dependencies": []}
    return answer


def main(locks: Sequence[Path]) -> int:
    """Audits every lock; the worst of them decides."""
    codes = []
    for lock in locks:
        code, words = judged(ask(lock))
        codes.append(code)
        print("\n  ".join([f"{lock.relative_to(ROOT)}: {WORDS[code]}", *words]))
    return FOUND if FOUND in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main(LOCKS))
