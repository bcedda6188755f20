"""Finds the code in our pages: every YAML block, and every call of our command wherever it stands."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md")))
_CALL = re.compile(r"(?:^|&& |\| )(?:\.venv/bin/)?(toolpin-ci(?: .*)?)$")
_SHELL = ("sh", "console")
_WRAPPER = """\
name: Snippet
on:
  pull_request:
permissions: {}
concurrency:
  group: ${{ github.ref }}
  cancel-in-progress: true
jobs:
  snippet:
    name: Snippet
    runs-on: ubuntu-latest
    environment: snippet
    steps:
"""


@dataclass(frozen=True)
class Snippet:
    page: str
    line: int
    language: str
    text: str

    @property
    def value(self) -> Any:
        return YAML(typ="safe").load(self.text)

    @property
    def kind(self) -> str:
        """What a YAML block is; a block that is nothing we can judge is refused."""
        found = self.value
        if isinstance(found, list) and all({"uses", "run"} & set(step) for step in found):
            return "steps"
        if isinstance(found, dict) and "jobs" in found:
            return "workflow"
        if isinstance(found, dict) and found.get("version") == 1:
            return "configuration"
        if isinstance(found, dict) and all("script" in job for job in found.values()):
            return "gitlab"
        raise AssertionError(f"{self}: neither workflow, steps, configuration nor GitLab's jobs")

    @property
    def workflow(self) -> str:
        """The block as a whole workflow."""
        if self.kind == "workflow":
            return self.text
        return _WRAPPER + "".join(f"      {line}\n" for line in self.text.splitlines())

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def snippets() -> Iterator[Snippet]:
    """Every fenced block of every page."""
    for page in PAGES:
        for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
            if token.type == "fence":
                line = token.map[0] + 1 if token.map else 0
                yield Snippet(str(page.relative_to(ROOT)), line, token.info.split(" ")[0], token.content)


def yaml_snippets(*kinds: str) -> list[Snippet]:
    """The YAML blocks of these kinds."""
    return [one for one in snippets() if one.language == "yaml" and (not kinds or one.kind in kinds)]


def calls() -> Iterator[tuple[str, list[str]]]:
    """Every call of our command: in shell blocks, in steps of YAML, and in code within sentences."""
    for one in snippets():
        if one.language in (*_SHELL, "yaml"):
            for text in one.text.splitlines():
                yield from _call(str(one), re.sub(r"^\s*(?:- )?(?:run: )?", "", text))
    for page in PAGES:
        for token in MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8")):
            for child in token.children or ():
                if child.type == "code_inline":
                    yield from _call(page.name, child.content)


def _call(place: str, text: str) -> Iterator[tuple[str, list[str]]]:
    found = _CALL.search(text.removeprefix("$ ").partition(" || ")[0])
    if found:
        yield place, shlex.split(found[1].replace("…", ""), comments=True)[1:]
