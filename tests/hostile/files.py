"""Lockfiles and configurations that mean harm, made from good ones, and what must become of each."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Change = Callable[[bytes], bytes]
LOCKFILE, CONFIG = "mcp-lock.json", ".toolpin-ci.yml"
MANY = 10_000
ADDRESSES = (
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0/",
    "http://localhost./",
    "https://user:pw@10.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_x",
    "http://100.64.0.1/",
    "http://[fd00::1]/",
    "http://[fe80::1%25eth0]/",
    "https://evil.invalid@127.0.0.1/",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """One file: how it is made, how the check may end, and what it must say then."""

    name: str
    file: str = LOCKFILE
    make: Change | None = None
    place: Callable[[Path, bytes], None] | None = None
    """Makes the file where bytes alone do not do it."""
    codes: tuple[int, ...] = (2,)
    says: str = ""
    """A pattern that the report or the message must have."""


def _set(old: bytes, new: bytes) -> Change:
    return lambda good: good.replace(old, new, 1)


def _sub(pattern: bytes, new: bytes) -> Change:
    return lambda good: re.sub(pattern, new, good, count=1)


def _whole(text: bytes) -> Change:
    return lambda _: text


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(one) for one in value] if isinstance(value, list) else value


def _renamed(good: bytes) -> bytes:
    found = re.search(rb'"name": "([^"]+)"', good)
    assert found is not None
    return good.replace(found[1], b"</details>@octo-org/all #1 <img src=x>")


def _twins(good: bytes) -> bytes:
    return good[: good.rindex(b"}")].rstrip() + b',\n "servers": {}, "capabilities": {}\n}\n'


def _crowd(folder: Path, good: bytes) -> None:
    lock = json.loads(good)
    ((key, entry),) = lock["servers"].items()
    lock["servers"] = {f"{key}{number:05}": entry for number in range(MANY)}
    (folder / LOCKFILE).write_text(json.dumps(lock), encoding="utf-8")


def _padded(folder: Path, good: bytes) -> None:
    (folder / LOCKFILE).write_bytes(good.rstrip()[:-1] + b', "pad": "' + b"x" * 50_000_000 + b'"}\n')


def _closed(folder: Path, good: bytes) -> None:
    (folder / LOCKFILE).write_bytes(good)
    (folder / LOCKFILE).chmod(0)


def _beside(name: str, text: bytes) -> Callable[[Path, bytes], None]:
    def place(folder: Path, good: bytes) -> None:
        (folder / LOCKFILE).write_bytes(good)
        (folder / name).write_bytes(text)

    return place


def _lock(name: str, make: Change, says: str = "mcp-lock.json", codes: tuple[int, ...] = (2,)) -> File:
    return File(name=name, make=make, says=says, codes=codes)


def _config(name: str, text: str, says: str, codes: tuple[int, ...] = (2,)) -> File:
    return File(name=name, file=CONFIG, make=_whole(text.encode()), says=says, codes=codes)


SERVER = "{command: [python3, server.py], env: {LD_PRELOAD: ./x.so, NODE_OPTIONS: --require=./x.js}}"
FILES = (
    _lock("integrity_algo_none", _set(b"sha256", b"none"), "integrity|digest", (1, 2)),
    _lock(
        "integrity_prefix_only",
        _sub(rb"(sha256[:-])([0-9a-zA-Z+/=]{8})[0-9a-zA-Z+/=]*", rb"\1\2"),
        "",
        (1, 2),
    ),
    _lock("truncated_half", lambda good: good[: len(good) // 2], r"mcp-lock\.json:\d+"),
    _lock("empty", _whole(b"")),
    _lock("whitespace_only", _whole(b" \n\t\n")),
    _lock("dup_top_key", _twins, "twice"),
    _lock("dup_nested_key", _set(b'"name"', b'"name": "shadow", "name"'), "twice"),
    _lock("latin1", _set(b"Read a", b"R\xe9ad a"), "UTF-8"),
    _lock("nul_tail", lambda good: good + b"\0" * 16),
    _lock("trailing_garbage", lambda good: good.rstrip() + b"\n{}\n"),
    _lock("json5_comment", lambda good: b"// comment\n" + good),
    _lock("nan", _set(b"{", b'{"z": NaN,'), "NaN"),
    _lock("big_number", _set(b"{", b'{"z": 1e999,')),
    _lock("int_5000_digits", _set(b"{", b'{"z": ' + b"9" * 5000 + b",")),
    _lock("deep_100k", _set(b"{", b'{"z": ' + b"[" * 100_000 + b"]" * 100_000 + b",")),
    _lock("top_string", _whole(b'"lock"')),
    _lock("version_string", _sub(rb'("lockfileVersion"\s*:\s*)(\d+)', rb'\1"\2"')),
    _lock("version_2_0", _sub(rb'("lockfileVersion"\s*:\s*)(\d+)', rb"\g<1>2.0"), "", (0, 1, 2)),
    _lock("escaped_keys", _set(b'"servers"', b'"\\u0073ervers"'), '"unchanged"', (0,)),
    _lock(
        "reordered_keys", lambda good: json.dumps(_reversed(json.loads(good))).encode(), '"unchanged"', (0,)
    ),
    _lock("markdown_server_name", _renamed, "", (1, 2)),
    _lock(
        "traversal_identifier",
        _set(
            b'"selectedTarget": {',
            b'"selectedTarget": {"identifier": "../../etc/passwd", "path": "file:///etc/passwd",',
        ),
        "",
        (1, 2),
    ),
    _lock("entry_null", _set(b'"servers": {', b'"servers": {"x:y": null, '), "x:y"),
    _lock("timestamps_future", _sub(rb"20\d\d-", b"9999-"), "", (0, 1)),
    File(
        name="symlink_proc",
        place=lambda folder, _: (folder / LOCKFILE).symlink_to("/proc/self/environ"),
        says="link",
    ),
    File(name="fifo", place=lambda folder, _: os.mkfifo(folder / LOCKFILE), says="mcp-lock.json"),
    File(name="unreadable", place=_closed, codes=(0,) if os.geteuid() == 0 else (2,)),
    File(name="size_50mb", place=_padded, codes=(0, 1, 2)),
    File(name="ten_thousand_servers", place=_crowd, codes=(1, 2, 3)),
    File(name="name_newline", place=_beside("a\n::error::x.json", b"{}"), codes=(0,), says='"unchanged"'),
    File(name="case_twin", place=_beside("MCP-LOCK.json", b"{}"), codes=(0,), says='"unchanged"'),
    _config(
        "yaml_python_tag", 'servers: !!python/object/apply:os.system ["touch pwned"]\n', "toolpin-ci.yml"
    ),
    _config("yaml_cycle", "a: &a\n  self: *a\nservers: *a\n", "toolpin-ci.yml"),
    _config(
        "yaml_norway",
        "version: 1.10\npolicy: off\nservers:\n  no: {command: [python3, s.py], timeout: 3e2}\n",
        "version",
    ),
    _config(
        "yaml_multi_doc", "policy: {enforcement: block}\n---\npolicy: {enforcement: audit}\n", "document"
    ),
    _config("yaml_deep", "servers: " + "[" * 20_000 + "]" * 20_000 + "\n", "toolpin-ci.yml"),
    _config("yaml_long_key", "k" * 100_000 + ": 1\n", "toolpin-ci.yml"),
    _config("yaml_unknown_key", "polcy: block\n", "policy"),
    _config("path_traversal", "version: 1\nlockfile: ../../../../etc/passwd\n", "workspace|outside|inside"),
    _config("path_nul", 'version: 1\nlockfile: "a\\0b"\n', "lockfile"),
    _config("path_backslash", 'version: 1\nlockfile: "..\\\\..\\\\x"\n', "", (1, 2)),
    _config(
        "cmd_shell",
        'version: 1\nservers:\n  x:\n    command: "python3 s.py; touch pwned; $(touch pwned2)"\n',
        "list",
    ),
    _config("cmd_env_ld_preload", f"version: 1\nservers:\n  x: {SERVER}\n", "", (1, 2, 3)),
    _config(
        "expr_injection",
        'version: 1\nservers:\n  "${{ secrets.GITHUB_TOKEN }}":\n    command: [echo, "$GITHUB_TOKEN"]\n',
        "",
        (1, 2, 3),
    ),
    _config(
        "url_ssrf",
        "version: 1\nservers:\n" + "".join(f'  r{n}: {{url: "{url}"}}\n' for n, url in enumerate(ADDRESSES)),
        "",
        (1, 2, 3),
    ),
    _config("ignore_all", 'version: 1\npolicy: {rules: {"*": off}}\n', r"\*"),
    _config("glob_bomb", 'version: 1\nlockfile: "**/**/**/**/**/*"\n', "", (1, 2)),
)
