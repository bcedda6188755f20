"""Odd input for every format: spacing, numbers, names and members that nobody foresaw."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interop.vectors import FOLDER
from toolpin_ci import api
from toolpin_ci.canon.hangar import jcs_digest
from toolpin_ci.locks import hangar, hangar_pins
from toolpin_ci.locks.base import Source
from toolpin_ci.locks.hangar_edit import with_members
from toolpin_ci.locks.hangar_renew import with_pins
from toolpin_ci.locks.hangar_yaml import lines, load

PIN = "sha256:" + "ab" * 32
NAMES = st.text(min_size=1, max_size=6) | st.sampled_from(
    ["__proto__", "10", "2", "01", "on", "null", "~", "a: b", "# c", "é", "\U0001f600", "-", "1e5"]
)
NUMBERS = st.sampled_from([0, -0.0, 1.0, 1e21, 1e-7, 2**53 + 1, 0.1])
MEMBERS = st.dictionaries(NAMES, NUMBERS | st.text(max_size=5) | st.none() | st.booleans(), max_size=4)
SPACING = st.sampled_from([{}, {"indent": 1}, {"indent": "\t"}, {"separators": (" ,", " : ")}])


def _fusion(more: dict[str, Any]) -> dict[str, Any]:
    texts = {"serverName": "s", "fusionVersion": "1", "generatedAt": "", "integrityDigest": PIN, "more": more}
    return {"lockfileVersion": 1, **texts, "capabilities": {"tools": {"t": {"integrityDigest": PIN, **more}}}}


DOCUMENTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "fusion": _fusion,
    "facets": lambda more: {"facet": {"integrity": PIN, **more}, "servers": {"a": more}},
    "registry": lambda more: {"schema_version": "registry.pointer.v0.1", "pointers": [more]},
    "hangar": lambda more: {"mcp_servers": {"a": {"tool_projection": {"pins": {"t": PIN}}, "env": more}}},
    "mcp-lock-1": lambda more: {"specVersion": 1, "entries": [{"name": "a", "more": more}]},
}


@pytest.mark.requirement("roundtrip-every-format")
@pytest.mark.parametrize("name", DOCUMENTS)
@given(more=MEMBERS, spacing=SPACING, ascii_only=st.booleans(), around=st.sampled_from(["", "\n", "\r\n "]))
def test_a_lock_comes_back_with_all_its_oddities(
    *, name: str, more: dict[str, Any], spacing: dict[str, Any], ascii_only: bool, around: str
) -> None:
    written = json.dumps(DOCUMENTS[name](more), ensure_ascii=ascii_only, **spacing)
    text = (around if name != "hangar" else "") + written + around
    try:
        lock = api.parse_lockfile(text)
    except api.ToolpinError as error:
        # Names equal after NFC in the draft; what YAML forbids in Hangar's file.
        assert name in ("mcp-lock-1", "hangar"), error  # noqa: PT017
        return
    assert lock.format == name
    assert api.serialize_lockfile(lock) == text
    assert api.serialize_lockfile(api.parse_lockfile(text.encode())) == text


@pytest.mark.requirement("roundtrip-every-format")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_lock_differs_from_itself_and_none_is_compared_with_another_format(name: str) -> None:
    text = json.dumps(DOCUMENTS[name]({"x": 1}))
    if name != "mcp-lock-1":  # which must hold together to be compared
        assert api.diff(text, text) == []
    for other in set(DOCUMENTS) - {name}:
        with pytest.raises(api.ToolpinError, match="cannot be compared"):
            api.diff(text, json.dumps(DOCUMENTS[other]({})))


KEYS = st.text("abcdeXYZ_-. é0123456789#:'\"", min_size=1, max_size=8).filter(lambda key: key.strip() == key)
PINNED = st.dictionaries(KEYS, st.sampled_from(["plain", "double", "single", "upper"]), max_size=4)
STYLES: dict[str, Callable[[str], str]] = {
    "plain": lambda digest: digest,
    "double": lambda digest: f'"{digest}"',
    "single": lambda digest: f"'{digest}'",
    "upper": lambda digest: f'"SHA256:{digest.upper()}"',
}


def _yaml(pinned: dict[str, str], digests: dict[str, str], *, indent: int, end: str, comments: bool) -> str:
    step = " " * indent
    note = "   # reviewed" if comments else ""
    rows = [f"{step * 4}{json.dumps(key)}: {STYLES[how](digests[key])}{note}" for key, how in pinned.items()]
    head = ["# ours", "mcp_servers:", f"{step}demo:", f"{step * 2}tool_projection:"]
    tail = [
        f"{step * 3}digest_enforcement: block   # stays",
        f"{step}other: {{mode: remote}}",
        "last: [1, 2]",
    ]
    return end.join([*head, f"{step * 3}pins:{'' if rows else ' {}'}{note}", *rows, *tail]) + end


@pytest.mark.requirement("hangar-pins")
@given(
    before=PINNED,
    kept=st.sets(st.integers(0, 3)),
    changed=st.sets(st.integers(0, 3)),
    added=st.sets(KEYS, max_size=2),
    indent=st.integers(1, 4),
    end=st.sampled_from(["\n", "\r\n"]),
    comments=st.booleans(),
)
def test_pins_are_renewed_and_nothing_else_is_touched(  # noqa: PLR0913 - one draw each
    *,
    before: dict[str, str],
    kept: set[int],
    changed: set[int],
    added: set[str],
    indent: int,
    end: str,
    comments: bool,
) -> None:
    tools = {key: {"name": key} for key in before}
    digests = {key: jcs_digest(tool) for key, tool in tools.items()}
    text = _yaml(before, digests, indent=indent, end=end, comments=comments)
    live = {
        key: ({"name": key, "description": "new"} if number in changed else tools[key],)
        for number, key in enumerate(before)
        if number in kept
    }
    live |= {key: ({"name": key},) for key in added if key not in before}
    lock = hangar.parse(Source.read(text))
    renewed = with_pins(lock, "demo", live)
    found = hangar_pins.pins(hangar.servers(renewed)["demo"])
    wanted = {key: jcs_digest(rows[0]) for key, rows in live.items()}
    assert {key: hangar_pins.normalized(value) for key, value in found.items()} == wanted
    untouched = [row for row in text.split(end) if not any(json.dumps(key) in row for key in before)]
    left = renewed.text.split(end)
    assert [row for row in untouched if row in left or "pins:" in row] == untouched
    if {key: rows[0] for key, rows in live.items()} == tools:
        assert renewed.text == text


@given(text=st.text("ab:{}[]&*!|>-?'\"#%@`, \n\t<", max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    source = Source.read(f"mcp_servers:\n tool_projection: {text}\n")
    try:
        if hangar.detect(source):
            lines(hangar.parse(source).text)("/mcp_servers")
    except api.ToolpinError:
        return


def test_aliases_that_multiply_and_deep_nesting_are_refused() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 8)
    )
    for text in (bomb, "a: " + "[" * 5000, "a: &a [*a]\n"):
        with pytest.raises(api.ToolpinError):
            load(text)


@pytest.mark.parametrize("name", ["S1-orchard", "L08-behaviour", "fusion-dialect"])
def test_the_api_checks_and_compares_what_other_systems_wrote(name: str) -> None:
    path = next(iter(sorted((FOLDER / "fusion" / name).rglob("*.lock"))))
    text = path.read_text("utf-8")
    assert api.diff(text, text) == []
    report = api.check_lockfile(text, json.dumps({"tools": []}))
    assert report["exitCode"] == 1
    assert {finding["rule"] for finding in report["findings"]} >= {"other-lock-tool-removed"}


PING, TRACE = ({"name": "ping"},), ({"name": "trace"},)
A, B = jcs_digest(PING[0]), jcs_digest(TRACE[0])
HOME = "mcp_servers:\n  demo:\n    tool_projection:\n"


@pytest.mark.requirement("hangar-pins")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("      pins:\n", f"      pins:\n        ping: {A}\n        trace: {B}\n"),
        ("      pins: # none yet", f"      pins: # none yet\n        ping: {A}\n        trace: {B}"),
        (f"      pins: {{ping: {A}}}\n", f"      pins: {{ping: {A}, trace: {B}}}\n"),
        ("      pins: {gone: x, ping: y}\n", f"      pins: {{ping: {A}, trace: {B}}}\n"),
        ("      pins: {ping: y, gone: x}\n", f"      pins: {{ping: {A}, trace: {B}}}\n"),
        ("      pins: {gone: x}\n", f"      pins: {{ping: {A}, trace: {B}}}\n"),
        (
            '      pins: {\n        "ping": "y"\n      }\n',
            f'      pins: {{\n        "ping": "{A}",\n        "trace": "{B}"\n      }}\n',
        ),
        (
            "      pins:\n        gone: x # why\n\n      new_tools: allow",
            f"      pins:\n        ping: {A}\n        trace: {B}\n\n      new_tools: allow",
        ),
        (
            f"      pins:\n        trace: {B}\n        # the last\n        gone: 'x'",
            f"      pins:\n        trace: {B}\n        ping: {A}\n        # the last\n",
        ),
    ],
)
def test_pins_are_written_in_the_style_that_is_there(old: str, new: str) -> None:
    lock = hangar.parse(Source.read(HOME + old))
    assert with_pins(lock, "demo", {"ping": PING, "trace": TRACE}).text == HOME + new


@pytest.mark.requirement("hangar-pins")
@pytest.mark.parametrize(
    "text",
    [
        f"shared: &pins {{ping: {B}}}\n{HOME}      pins: *pins\n",
        f"shared: &pins {{ping: {B}}}\n{HOME}      pins:\n        <<: *pins\n        trace: {B}\n",
        f"one: &d {B}\n{HOME}      pins:\n        ping: *d\n",
        f"{HOME}      pins: [ping]\n",
    ],
)
def test_pins_that_others_share_are_left_to_their_owner(text: str) -> None:
    lock = hangar.parse(Source.read(text))
    with pytest.raises(api.ToolpinError):
        with_pins(lock, "demo", {"ping": PING})


@pytest.mark.requirement("hangar-pins")
def test_a_digest_that_reads_as_a_number_is_written_in_quotes() -> None:
    for digest in ("1" * 64, "1e" + "5" * 62):
        text = with_members(f"{HOME}      pins: {{}}\n", PINS, {"ping": digest})
        assert f'ping: "{digest}"' in text


PINS = ("mcp_servers", "demo", "tool_projection", "pins")
