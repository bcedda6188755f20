"""Draws the comment of the demo as a picture: our Markdown, a GFM parser, a headless browser."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from examples.demo.repo import weather_server
from toolpin_ci.api import generate_lockfile
from tools.provision import ROOT, Unavailable, run, say

DEMO = ROOT / "examples" / "demo" / "repo"
SERVER = ("python3", "weather_server.py")
GATE_SAYS_NO = 1
IMAGES = ROOT / "docs" / "img"
WIDTH = 900
HEIGHT = 1050
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-device-scale-factor=2",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def comment() -> str:
    """Gives the comment on a pull request of the example: its lockfile shows some changes, and not others."""
    with tempfile.TemporaryDirectory() as folder:
        repo = Path(folder) / "repo"
        shutil.copytree(DEMO, repo)
        lockfile = repo / "mcp-lock.json"
        base = lockfile.read_text(encoding="utf-8")
        commit(repo, "base")
        lockfile.write_text(generate_lockfile(json.dumps(reviewed()), base, server="weather", command=SERVER))
        commit(repo, "pull request")
        return checked(repo)


def reviewed() -> dict[str, Any]:
    """What the author of the pull request locked: the words of the server before it began to mislead."""
    tools = {tool["name"]: dict(tool) for tool in weather_server.TOOLS if tool["name"] != "send_report"}
    tools["get_forecast"]["description"] = "Gives the forecast for a city."
    tools["save_place"]["annotations"] = {"readOnlyHint": False, "destructiveHint": False}
    said = weather_server.answer("initialize") or {}
    return {**said, "tools": list(tools.values())}


def commit(repo: Path, message: str) -> None:
    """Commits everything; the first commit makes the repository."""
    git: list[str | Path] = ["git", "-C", repo, "-c", "user.name=demo", "-c", "user.email=demo@example.com"]
    run([*git, "init", "--quiet"])
    run([*git, "add", "--all"])
    run([*git, "commit", "--quiet", f"--message={message}"])


def checked(repo: Path) -> str:
    """Checks the repository against its first commit; the gate says no there, which is the point."""
    command = [sys.executable, "-m", "toolpin_ci", "check", "--base", "HEAD^", "--format", "markdown"]
    done = subprocess.run(command, cwd=repo, check=False, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != GATE_SAYS_NO:
        raise Unavailable(f"the demo ended with exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def fence(tokens: list[Token], index: int, options: object, env: object) -> str:
    """Colours the lines of a diff as GitHub does."""
    del options, env
    lines = tokens[index].content.rstrip("\n").split("\n")
    kinds = {"+": "add", "-": "del"} if tokens[index].info == "diff" else {}
    drawn = [f'<span class="{kinds.get(line[:1], "")}">{html.escape(line)}</span>' for line in lines]
    return f"<pre><code>{chr(10).join(drawn)}</code></pre>\n"


def page(markdown: str, theme: str) -> str:
    """Wraps the comment as it stands in a pull request."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.renderer.rules["fence"] = fence  # type: ignore[attr-defined]
    css = (ROOT / "tools" / "picture.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html><html class="{theme}"><meta charset="utf-8"><style>{css}</style>'
        '<div class="box"><div class="head"><b>github-actions</b> <code>bot</code> commented</div>'
        f'<div class="body">{parser.render(markdown)}</div></div></html>'
    )


def draw(markdown: str, theme: str, target: Path, size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
    """Takes a picture with the browser that is there."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise Unavailable("no browser: apt-get install chromium fonts-noto-color-emoji fonts-liberation")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "comment.html"
        source.write_text(page(markdown, theme), encoding="utf-8")
        shot = f"--screenshot={target}"
        window = f"--window-size={size[0]},{size[1]}"
        run([browser, *QUIET, f"--user-data-dir={folder}/profile", window, shot, source.as_uri()])
    say(f"wrote {target}")


def main() -> None:
    """Draws both themes."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    markdown = comment()
    for theme in ("light", "dark"):
        draw(markdown, theme, IMAGES / f"comment-{theme}.png")


if __name__ == "__main__":
    try:
        main()
    except Unavailable as error:
        sys.exit(str(error))
