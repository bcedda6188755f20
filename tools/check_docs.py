"""Fails when a link between our Markdown files leads nowhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools.provision import ROOT


def documents() -> list[Path]:
    """The Markdown that people read, in a fixed order; recorded documents of tests are not ours to fix."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@cache
def tokens(document: Path) -> tuple[Token, ...]:
    """The parsed document, inline parts included."""
    parsed = MarkdownIt("commonmark").parse(document.read_text(encoding="utf-8"))
    return tuple(inner for token in parsed for inner in (token, *(token.children or ())))


@cache
def anchors(document: Path) -> frozenset[str]:
    """The fragment names that GitHub gives to the document's headings."""
    found = tokens(document)
    headings = [found[at + 1].content for at, token in enumerate(found) if token.type == "heading_open"]
    return frozenset(re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings)


def links(document: Path) -> Iterator[str]:
    """Every target that the document links or shows."""
    for token in tokens(document):
        target = token.attrs.get("href") or token.attrs.get("src")
        if isinstance(target, str):
            yield target


def problem(document: Path, link: str) -> str | None:
    """What is wrong with a link into this repository; links to elsewhere are not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (document.parent / unquote(parts.path)).resolve() if parts.path else document
    if not target.exists():
        return "there is no such file"
    if parts.fragment and target.suffix == ".md" and unquote(parts.fragment) not in anchors(target):
        return "there is no such heading"
    return None


def main() -> None:
    """Prints every dead link."""
    dead = [
        f"{document.relative_to(ROOT)}: {link}: {reason}"
        for document in documents()
        for link in links(document)
        if (reason := problem(document, link))
    ]
    if dead:
        sys.exit("\n".join(dead))


if __name__ == "__main__":
    main()
