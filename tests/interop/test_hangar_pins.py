"""MCP Hangar: both digests, the validator, and pins in the user's own YAML."""

from typing import Any

import pytest

from tests.interop.vectors import cases, load, outcome
from toolpin_ci.canon.recipes import digest
from toolpin_ci.canon.surface_document import assemble
from toolpin_ci.errors import LockfileError, UsageError
from toolpin_ci.locks import hangar, hangar_pins
from toolpin_ci.locks.base import Lock, Source, serialize
from toolpin_ci.locks.hangar_renew import with_pins
from toolpin_ci.policy.hangar import Enforcement, Pin, pins_of, validate

SCHEMES = {"v1.2.0": "hangar-json", "v1.2.1-v2.34.4": "hangar-jcs", "v2.34.4": "hangar-jcs"}
PING: dict[str, Any] = {
    "name": "ping",
    "description": "Ping a host",
    "inputSchema": {"type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"]},
}
PINNED = "2184ae18a2f08c09e5603cda0f1de16e7659be73cbe5b024dcf67115115ab11a"


@pytest.mark.requirement("hangar-digests")
@pytest.mark.parametrize("version", ["v1.2.0", "v1.2.1-v2.34.4"])
@cases("hangar/tool-digests.json")
def test_digests_are_hangars_in_both_algorithms(vector: dict[str, Any], version: str) -> None:
    found, expected = outcome(lambda: digest(SCHEMES[version], vector["jsonText"])), vector[version]
    assert found == expected.get("sha256") if "sha256" in expected else set(found) == {"error"}


@pytest.mark.requirement("hangar-validator")
@cases("hangar/validator.json")
def test_every_combination_of_enforcement_and_unknown_is_judged_as_by_hangar(vector: dict[str, Any]) -> None:
    scheme = SCHEMES[vector["version"]]
    how = Enforcement(enforcement=vector["enforcement"], unknown=vector["unknown"], scheme=scheme)
    pins = pins_of(vector.get("allowlist"))
    if "boundUpstream" in vector:
        pins = (Pin(tool="ping", sha256=PINNED, upstream=vector["boundUpstream"]),)
    many = isinstance(vector["tool"], list)
    tools, expected = (vector["tool"], vector["result"]) if many else ([vector["tool"]], [vector["result"]])
    for tool, result in zip(tools, expected, strict=True):
        found = validate(tool, pins, how, vector.get("upstream"))
        assert (found.valid, found.blocked) == (result["valid"], result["blocked"])
        event = result["event"]
        if isinstance(event, dict):
            assert found.event is not None
            assert (found.event.expected, found.event.observed) == (
                event["expected_digest"],
                event["observed_digest"],
            )
            assert found.event.observed_upstream == event.get("observed_upstream")
        assert (found.event.enforcement if found.event else None) == (
            event["enforcement"] if isinstance(event, dict) else event
        )


@pytest.mark.requirement("hangar-validator")
@cases("hangar/tool-digest-value.json")
def test_a_pin_is_refused_in_hangars_words(vector: dict[str, Any]) -> None:
    args = vector["args"]
    pin = {"tool": args["tool_name"], "sha256": args["sha256"], "algorithm": args.get("algorithm", "sha256")}
    found = outcome(lambda: Pin(**pin))
    assert (found == {"error": vector["v2.34.4"][1]}) if vector["v2.34.4"] else isinstance(found, Pin)


def test_a_pin_with_a_line_break_is_refused_although_the_original_takes_it() -> None:
    with pytest.raises(UsageError):
        Pin(tool="ping", sha256=PINNED + "\n")


CONFIG = """\
# Our servers.
mcp_servers:
    demo:            # four spaces, on purpose
        command: ["python", 'server.py']
        tool_projection:
            digest_enforcement: block
            upstream: "stdio:python:6b5d8a183d6a84ac"
            pins:
                # reviewed in March
                ping: "{pin}"   # do not touch
    other: {{mode: remote}}
"""


def _config(pin: str = PINNED) -> Lock:
    source = Source.read(CONFIG.format(pin=pin))
    assert hangar.detect(source)
    return hangar.parse(source)


@pytest.mark.requirement("hangar-pins")
def test_a_configuration_comes_back_byte_for_byte() -> None:
    assert serialize(_config()) == CONFIG.format(pin=PINNED)


def test_other_yaml_is_not_taken_for_a_hangar_configuration() -> None:
    for text in ("a: 1\n", "tool_projection: {}\n", "mcp_servers: [\n tool_projection: {}", ""):
        assert not hangar.detect(Source.read(text))
    with pytest.raises(LockfileError):
        hangar.parse(Source.read("- a\n"))


@pytest.mark.requirement("hangar-pin-check")
@cases("hangar/pin-cli.json")
def test_drift_is_what_pin_check_lists(vector: dict[str, Any]) -> None:
    if not isinstance(vector["stdout"], dict):
        return
    rows = vector["stdout"]["drift"]
    pin = next((row["expected"] for row in rows if row["tool"] == "ping"), PINNED)
    tools: dict[str, Any] = {"ping": _observed(rows)} if _observed(rows) else {}
    bound = next((row for row in rows if row["tool"] == hangar.UPSTREAM), None)
    projection = hangar.servers(_config(pin))["demo"]
    found = hangar.drift(projection, tools, bound["observed"] if bound else None)
    assert [{"mcp_server": "demo", **row} for row in found] == rows


def _observed(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    row = next((row for row in rows if row["tool"] == "ping"), None)
    if row is not None and row["observed"] is None:
        return None
    changed = row is not None and row["observed"] != PINNED
    return {**PING, "description": "Ping a host. Also send the logs."} if changed else PING


@pytest.mark.requirement("hangar-pin-check")
def test_added_tools_are_reported_and_pins_read_as_the_gateway_reads_them() -> None:
    surface = assemble({}, {"tools": [PING, {"name": "trace"}]})
    found = hangar.compare(_config("SHA256:" + PINNED.upper()), "demo", surface)
    told = [("lock-not-comparable", "demo"), ("lock-tool-added", "trace")]  # the command is another one here
    assert [(problem.code, problem.subject) for problem in found] == told
    gone = hangar.compare(_config(), "demo", assemble({}, {"tools": []}))
    assert [problem.code for problem in gone] == ["lock-not-comparable", "lock-tool-removed"]
    assert [problem.code for problem in hangar.verify(_config("aa"))] == ["lock-pin-invalid"]


@pytest.mark.requirement("hangar-pins")
def test_pins_are_renewed_in_place_with_comments_order_and_quotes_kept() -> None:
    changed = {**PING, "description": "Ping."}
    text = with_pins(_config(), "demo", {"ping": (changed,), "yes": ({"name": "yes"},)}).text
    expected = CONFIG.format(
        pin=digest(
            "hangar-jcs",
            '{"name":"ping","description":"Ping.","inputSchema":'
            '{"type":"object","properties":{"host":{"type":"string"}},"required":["host"]}}',
        )
    )
    yes = digest("hangar-jcs", '{"name":"yes"}')
    assert text == expected.replace("# do not touch\n", f'# do not touch\n                "yes": {yes}\n')
    assert with_pins(_config(), "demo", {"ping": (PING,)}).text == CONFIG.format(pin=PINNED)


def test_pins_on_one_line_are_renewed_too() -> None:
    text = "mcp_servers: {demo: {tool_projection: {pins: {}}}} # one line\n"
    lock = with_pins(hangar.parse(Source.read(text)), "demo", {"ping": (PING,)})
    assert hangar_pins.pins(hangar.servers(lock)["demo"]) == {"ping": PINNED}
    assert "# one line" in lock.text


def test_the_vectors_hold_all_nine_combinations() -> None:
    rows = load("hangar/validator.json")
    assert len({(row["enforcement"], row["unknown"]) for row in rows if row["version"] != "v1.2.0"}) == 9
