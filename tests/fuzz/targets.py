"""What is fuzzed: each target takes bytes, and raises only where a promise is broken."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.discover.test_discover import CLIENT_FILES, Files
from tests.fuzz.grammar import is_json
from toolpin_ci.canon.text import compact, parse
from toolpin_ci.config.parse import parse_config
from toolpin_ci.discover import discover
from toolpin_ci.edge.http_events import Events
from toolpin_ci.edge.http_messages import read_message
from toolpin_ci.errors import DuplicateKeyError, JsonError, LimitError, ProbeError, ToolpinError
from toolpin_ci.locks.base import serialize
from toolpin_ci.locks.recognise import parse as parse_lock
from toolpin_ci.model.jsonvalue import JsonObject, same
from toolpin_ci.model.surface import Note
from toolpin_ci.probe.pages import read_list
from toolpin_ci.publish.files import output_text
from toolpin_ci.render.commands import command, log_text
from toolpin_ci.render.quote import code, fence, html_code, pre, said, terminal

Target = Callable[[bytes], str]
"""Gives a word for what came out, so that inputs with a new outcome can be kept."""
VECTORS = Path(__file__).parents[1] / "vectors"
CONFIG = b"""version: 1
lockfile: [mcp-lock.json]
policy: {enforcement: block, fail-on: critical, rules: {tool-added: risky}, waivers: []}
servers:
  a: {command: [python3, a.py], cwd: x, env: {A: b}, pass-env: [C], network: false, timeout: 30}
  b: {url: "https://x.invalid/mcp", headers: {Authorization: "Bearer ${T}"}}
"""
CLIENT = b'{"mcpServers": {"a": {"command": "npx", "args": ["-y", "p@1"], "env": {"K": "v"}}}, "servers": {}}'
STREAM = (
    b'event: message\nid: 1\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'
    b": x\r\nretry: 5\r\rdata: a\ndata: b\n\n"
)
PAGE = b'{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"b"}'
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MENTION = re.compile(r"@\w")
LINKED = re.compile(r"@\w|#\d|\bGH-\d|https?://|www\.")
ALLOWED = {"<code>", "</code>", "<span>", "</span>", "<i>", "</i>"}
RULES = frozenset(("tool-added", "tool-removed"))


def _outcome(error: Exception) -> str:
    words = str(error).split("'")[0]
    return f"{type(error).__name__} {''.join(char for char in words if char.isalpha())[:60]}"


def _refusal(error: ToolpinError) -> str:
    assert all(line.isprintable() for line in error.diagnostics()), "a message that is not printable"
    return _outcome(error)


def json_reader(raw: bytes) -> str:
    """Ours accepts exactly what the grammar does, but for doubled keys and named limits."""
    try:
        value = parse(raw)
    except (DuplicateKeyError, LimitError) as error:
        return _outcome(error)
    except JsonError as error:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return "not UTF-8"
        assert text.startswith("\ufeff") or not is_json(text), "refused what is JSON"
        return _outcome(error)
    assert is_json(raw.decode("utf-8")), "accepted what is no JSON"
    assert same(parse(compact(value)), value), "written differently than read"
    return type(value).__name__


def lockfile(raw: bytes) -> str:
    """A lockfile of any format is refused with our own error, or comes back byte for byte."""
    text = raw.decode("utf-8", "surrogatepass") if _is_text(raw) else raw.decode("latin-1")
    try:
        lock = parse_lock(text)
    except ToolpinError as error:
        return _outcome(error)
    assert serialize(lock) == text, "a round trip changed the lockfile"
    return lock.format


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def configuration(raw: bytes) -> str:
    """A configuration is read, or refused with our own error."""
    try:
        return str(len(parse_config(raw, file=".toolpin-ci.yml", rule_ids=RULES).servers))
    except ToolpinError as error:
        return _refusal(error)


def client_files(raw: bytes) -> str:
    """A client's project file is read, or refused with our own error."""
    found = ""
    for file in (*CLIENT_FILES, "server.json"):
        try:
            found = str(len(discover(Files({file: raw})).notes))
        except ToolpinError as error:
            found = _refusal(error)
    return found


def markdown(raw: bytes) -> str:
    """Quoted words stay where they are put, whatever they are: the parser sees our structure alone."""
    text = raw.decode("utf-8", "replace")
    page = f"| a | b |\n|---|---|\n| {code(text)} | {said(text)} |\n\n{fence(text)}\n\nend"
    tokens = MARKDOWN.parse(page)
    kinds = [token.type for token in tokens]
    assert kinds.count("td_open") == 2, "a cell was left"
    assert kinds.count("table_open") == 1, "a table was opened"
    assert "heading_open" not in kinds, "a heading was opened"
    assert kinds[-3:] == ["paragraph_open", "inline", "paragraph_close"], "the fence did not end"
    assert tokens[-2].content == "end", "the fence did not end"
    for token in tokens:
        _check_inline(token.children or [])
    assert "<" not in _bare(pre(text)), "HTML inside a block"
    assert "<" not in _bare(html_code(text)), "HTML inside a summary"
    return f"{len(code(text)) - len(text)} {fence(text)[:4]}"


def _check_inline(children: Sequence[Token]) -> None:
    """GitHub links names and numbers in text, never inside a `code` element."""
    in_code = False
    for child in children:
        assert child.type not in ("link_open", "image"), "a link or an image"
        if child.type == "html_inline":
            assert child.content in ALLOWED, "HTML of somebody else"
            in_code = child.content == "<code>" or (in_code and child.content != "</code>")
        elif child.type == "text":
            assert in_code or not LINKED.search(child.content), "a mention, a reference or a link"
            assert not MENTION.search(child.content), "a mention"


def _bare(text: str) -> str:
    for tag in ALLOWED:
        text = text.replace(tag, "")
    return text


def commands(raw: bytes) -> str:
    """No line of the log, of a file command or of a terminal is anything but words."""
    text = raw.decode("utf-8", "replace")
    logged = log_text(text)
    assert "##[" not in logged, "an old command"
    assert not any(line.lstrip().startswith("::") for line in logged.splitlines()), "a command"
    said_so = command("error", text, {"title": text, "file": text})
    assert len(said_so.splitlines()) == 1, "a second line"
    assert said_so.startswith("::error"), "another command"
    assert "##[" not in said_so, "an old command"
    assert _outputs(output_text({"a": text, "b": "1"})) == {"a": text, "b": "1"}, "another output"
    shown = terminal(text)
    assert "\x1b" not in shown, "an escape sequence"
    assert len(shown.splitlines()) <= 1, "a second line"
    return str(len(logged) - len(text))[:3]


def _outputs(written: str) -> dict[str, str]:
    """Read a file command as the runner does: up to the line that is the delimiter."""
    found: dict[str, str] = {}
    lines = iter(written.split("\n"))
    for line in lines:
        name, mark, end = line.partition("<<")
        if mark:
            found[name] = "\n".join(takewhile(lambda one, end=end: one != end, lines))  # type: ignore[misc]
    return found


def events(raw: bytes) -> str:
    """A stream gives the same events in whatever pieces it arrives."""
    whole = list(Events().feed(raw))
    one_by_one = Events()
    pieces = [event for number in range(len(raw)) for event in one_by_one.feed(raw[number : number + 1])]
    assert pieces == whole, "other events in other pieces"
    for event in whole:
        try:
            read_message(event.data, 1)
        except ProbeError as error:
            return _outcome(error)
    return str(len(whole))


@dataclass
class Paged:
    """A channel that answers with the same page again and again."""

    result: JsonObject
    notes: list[Note] = field(default_factory=list)
    protections: tuple[str, ...] = ()
    received: int = 0

    def request(self, method: str, params: JsonObject) -> JsonObject:  # noqa: ARG002 - a channel's shape
        self.received += 1_000_000
        return self.result

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        raise NotImplementedError

    def set_protocol(self, version: str) -> None:
        raise NotImplementedError


def paging(raw: bytes) -> str:
    """Pages are read to their end, or refused with our own error, within the limits."""
    try:
        result = parse(raw)
    except JsonError:
        return "no JSON"
    if not isinstance(result, dict):
        return "no object"
    try:
        return str(len(read_list(Paged(result), "tools", None)) > 0)
    except ProbeError as error:
        return error.code


def _lockfiles() -> Iterator[bytes]:
    for case in json.loads((VECTORS / "toolpin" / "lockfiles_valid.json").read_bytes())["vectors"][:3]:
        yield str(case["lockfile_text"]).encode()
    for path in sorted(VECTORS.glob("fusion/*/*.lock"))[:3]:
        yield path.read_bytes()
    yield b'{"lockfileVersion": 2, "servers": {}}'
    yield b'{"version": "mcp-lock/1", "servers": []}'
    yield b"tool_projection:\n  pins:\n    a: sha256:00\n"


TARGETS: dict[str, tuple[Target, tuple[bytes, ...]]] = {
    "json_reader": (json_reader, (PAGE, CLIENT, b"[1, -0.5e3, null, true]", b'"\\u00e9\\ud83d\\ude00"')),
    "lockfile": (lockfile, tuple(_lockfiles())),
    "configuration": (configuration, (CONFIG, b"version: 1\nservers: {}\n")),
    "client_files": (
        client_files,
        (CLIENT, b'{"name":"a/b","packages":[{"identifier":"p"}]}', b"[mcp_servers.a]\n"),
    ),
    "markdown": (markdown, (b"words", b"| a | `b` |", b"# x\n\n- y", b"<b>@c</b> #1 [a](b)")),
    "commands": (commands, (b"words", b"::set-output name=a::b", b"a<<E\nb\nE", b"##[group]x")),
    "events": (events, (STREAM, b"data: 1\n\n")),
    "paging": (paging, (PAGE, b'{"tools":[],"nextCursor":null}')),
}
