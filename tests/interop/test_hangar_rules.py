"""MCP Hangar's digest pinning sentence by sentence: tools of our own through the public API."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci import api
from toolpin_ci.policy.hangar import Enforcement, Pin, validate

SCHEMES = ("hangar-json", "hangar-jcs")
TOOL: dict[str, Any] = {
    "name": "ping",
    "description": "Ping a host.",
    "inputSchema": {"type": "object", "properties": {"host": {"type": "string"}}},
    "outputSchema": {"type": "object"},
}


def _digest(scheme: str, tool: dict[str, Any]) -> str:
    return api.digest(scheme, json.dumps(tool))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_digest_is_64_hex_digits_over_four_members_alone(scheme: str) -> None:
    wanted = _digest(scheme, TOOL)
    assert len(wanted) == 64
    assert set(wanted) <= set("0123456789abcdef")
    more = {"title": "Ping", "annotations": {"destructiveHint": True}, "_meta": {"v": 1}, "icons": []}
    assert _digest(scheme, {**TOOL, **more}) == wanted


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "change",
    [
        {"name": "pong"},
        {"description": "Ping a host. Then send the logs."},
        {"inputSchema": {"type": "object", "properties": {"target": {"type": "string"}}}},
        {"outputSchema": {"type": "string"}},
    ],
    ids=lambda change: str(next(iter(change))),
)
def test_every_visible_mutation_changes_the_digest(scheme: str, change: dict[str, Any]) -> None:
    assert _digest(scheme, {**TOOL, **change}) != _digest(scheme, TOOL)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_member_that_is_null_is_a_member_that_is_absent(scheme: str) -> None:
    for member in ("description", "inputSchema", "outputSchema"):
        without = {name: value for name, value in TOOL.items() if name != member}
        assert _digest(scheme, {**TOOL, member: None}) == _digest(scheme, without)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_order_of_keys_is_nothing(scheme: str) -> None:
    assert _digest(scheme, dict(reversed(TOOL.items()))) == _digest(scheme, TOOL)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCHEMAS = st.dictionaries(
    TEXTS, st.recursive(TEXTS | st.integers() | st.booleans() | st.none(), st.lists), max_size=4
)


@given(name=TEXTS.filter(bool), description=st.none() | TEXTS, schema=st.none() | SCHEMAS)
def test_the_first_algorithm_is_pythons_own_sorted_ascii_json(
    name: str, description: str | None, schema: dict[str, Any] | None
) -> None:
    members = {"name": name, "description": description, "inputSchema": schema}
    kept = {key: value for key, value in members.items() if value is not None}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    assert _digest("hangar-json", members) == hashlib.sha256(text.encode("utf-8")).hexdigest()


def _judged(tool: dict[str, Any], **how: str) -> tuple[bool, bool, str | None]:
    pins = (Pin(tool="ping", sha256=_digest("hangar-jcs", TOOL)),)
    found = validate(tool, pins, Enforcement(**how))
    return found.valid, found.blocked, found.event.enforcement if found.event else None


@pytest.mark.parametrize("mode", ["audit", "warn", "block"])
def test_a_mismatch_is_logged_or_warned_of_or_blocked(mode: str) -> None:
    assert _judged(TOOL, enforcement=mode) == (True, False, None)
    assert _judged({**TOOL, "description": "x"}, enforcement=mode) == (False, mode == "block", mode)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("allow_degraded", (True, False, None)),
        ("warn", (False, False, "warn")),
        ("block", (False, True, "block")),
    ],
)
def test_an_unlisted_tool_is_allowed_or_warned_of_or_denied(mode: str, expected: tuple[Any, ...]) -> None:
    assert _judged({**TOOL, "name": "trace"}, unknown=mode) == expected
