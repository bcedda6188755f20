"""The base branch decides what a pull request may loosen."""

from typing import Any

import pytest

from toolpin_ci.config.parse import parse_config
from toolpin_ci.config.trust import hold_servers, trust_differences, with_base_trust
from toolpin_ci.model.config import Config
from toolpin_ci.model.finding import ABSENT
from toolpin_ci.model.policy import Policy
from toolpin_ci.model.server import Sandbox, ServerSpec, Transport

BASE = """\
policy:
  enforcement: block
  rules: {tool-added: risky}
  waivers: [{fingerprint: aaaaaaaaaaaa, reason: old}]
servers:
  weather: {command: [python, w.py], pass-env: [PROXY_URL]}
  tickets:
    url: https://mcp.example.com/mcp
    headers: {Authorization: "Bearer ${TICKETS_TOKEN}"}
"""


def read(text: str) -> Config:
    return parse_config(text, file=".toolpin-ci.yml", rule_ids=("tool-added", "tool-removed"))


def spec_of(config: Config, name: str) -> ServerSpec:
    return next(spec for spec in config.servers if spec.name == name)


def test_the_same_file_has_no_differences() -> None:
    assert trust_differences(read(BASE), read(BASE)) == ()
    assert with_base_trust(read(BASE), read(BASE)) == read(BASE)


@pytest.mark.parametrize(
    ("old", "new", "path", "values", "line"),
    [
        ("enforcement: block", "enforcement: audit", "policy.enforcement", ("block", "audit"), 2),
        ("enforcement: block", "unknown: block", "policy.unknown", (ABSENT, "block"), 2),
        ("enforcement: block", "unavailable: warn", "policy.unavailable", ("block", "warn"), 2),
        ("enforcement: block", "fail-on: never", "policy.fail-on", ("critical", "never"), 2),
        ("enforcement: block", "fail-on: info", "policy.fail-on", ("critical", "info"), 2),
        ("{tool-added: risky}", "{tool-added: off}", "policy.rules.tool-added", ("risky", "off"), 3),
        ("{tool-added: risky}", "{}", "policy.rules.tool-added", ("risky", ABSENT), 3),
        (
            "[{fingerprint: aaaaaaaaaaaa, reason: old}]",
            "[]",
            "policy.waivers.aaaaaaaaaaaa",
            ({"reason": "old"}, ABSENT),
            4,
        ),
        (
            "reason: old}",
            "reason: old, expires: 2030-01-01}",
            "policy.waivers.aaaaaaaaaaaa",
            ({"reason": "old"}, {"reason": "old", "expires": "2030-01-01"}),
            4,
        ),
        (
            "[PROXY_URL]",
            "[PROXY_URL, AWS_KEY]",
            "servers.weather.pass-env",
            (["PROXY_URL"], ["AWS_KEY", "PROXY_URL"]),
            6,
        ),
        ("[PROXY_URL]", "[]", "servers.weather.pass-env", (["PROXY_URL"], []), 6),
        ("w.py]", "w.py], network: true", "servers.weather.network", (False, True), 6),
        ("w.py]", "w.py], sandbox: off", "servers.weather.sandbox", (ABSENT, "off"), 6),
        ("w.py]", "w.py], sandbox: required", "servers.weather.sandbox", (ABSENT, "required"), 6),
        (
            "mcp.example.com",
            "evil.invalid",
            "servers.tickets.url",
            ("mcp.example.com:443", "evil.invalid:443"),
            8,
        ),
        ("com/mcp", "com:444/mcp", "servers.tickets.url", ("mcp.example.com:443", "mcp.example.com:444"), 8),
        (
            '"Bearer ${TICKETS_TOKEN}"',
            '"Bearer ${OTHER}"',
            "servers.tickets.headers",
            ({"Authorization": "Bearer ${TICKETS_TOKEN}"}, {"Authorization": "Bearer ${OTHER}"}),
            9,
        ),
    ],
)
def test_loosening_and_tightening_are_both_told_and_the_base_counts(
    old: str, new: str, path: str, values: tuple[Any, Any], line: int
) -> None:
    head = read(BASE.replace(old, new))
    (difference,) = trust_differences(read(BASE), head)
    assert (difference.path, difference.line, difference.file) == (path, line, ".toolpin-ci.yml")
    assert (difference.old, difference.new) == values
    assert difference.server == (path.split(".")[1] if path.startswith("servers") else "")
    assert with_base_trust(head, read(BASE)).policy == read(BASE).policy
    assert trust_differences(read(BASE), with_base_trust(head, read(BASE))) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("python, w.py", "python, other.py"),
        ("com/mcp", "com/other?x=1"),
        ("com/mcp", "com:443/mcp"),
        ("[python, w.py]", "[python, w.py], env: {A: b}, timeout: 3, cwd: x"),
        ("[python, w.py]", "[python, w.py], setup: [pip, install, .]"),
    ],
)
def test_what_the_pull_request_may_change_is_no_difference(old: str, new: str) -> None:
    head = read(BASE.replace(old, new))
    assert head != read(BASE)
    assert trust_differences(read(BASE), head) == ()
    assert with_base_trust(head, read(BASE)) == head


def test_a_new_server_is_held_and_what_it_asks_for_is_told() -> None:
    head = read(
        BASE + "  new: {command: [x], network: true, sandbox: off, pass-env: [A]}\n"
        "  far: {url: https://new.example.com/, headers: {X-Key: '${KEY}'}}\n"
    )
    found = {one.path: (one.old, one.new) for one in trust_differences(read(BASE), head)}
    assert found == {
        "servers.new.sandbox": ("required", "off"),
        "servers.new.network": (False, True),
        "servers.new.pass-env": ([], ["A"]),
        "servers.far.headers": ({}, {"X-Key": "${KEY}"}),
    }
    held = with_base_trust(head, read(BASE))
    new, far = spec_of(held, "new"), spec_of(held, "far")
    assert (new.sandbox, new.network, new.pass_env) == (Sandbox.REQUIRED, False, ())
    assert (far.sandbox, far.headers, far.url) == (Sandbox.REQUIRED, {}, "https://new.example.com/")
    assert not far.unreachable


def test_a_new_server_that_asks_for_nothing_is_no_difference_but_held() -> None:
    head = read(BASE + "  new: {command: [x]}\n")
    assert trust_differences(read(BASE), head) == ()
    assert spec_of(with_base_trust(head, read(BASE)), "new").sandbox is Sandbox.REQUIRED


def test_a_new_server_may_not_send_us_to_an_address_of_this_machine() -> None:
    held = with_base_trust(read("servers: {x: {url: 'http://localhost:9200/'}}"), read(BASE))
    assert "only the base branch" in held.servers[0].unreachable


def test_a_moved_address_is_asked_where_the_base_says() -> None:
    head = read(BASE.replace("https://mcp.example.com/mcp", "https://evil.invalid/steal"))
    tickets = spec_of(with_base_trust(head, read(BASE)), "tickets")
    assert tickets.url == "https://mcp.example.com/mcp"
    assert tickets.headers == {"Authorization": "Bearer ${TICKETS_TOKEN}"}


def test_a_server_that_becomes_a_remote_one_is_not_asked_before_the_merge() -> None:
    head = read(
        BASE.replace("{command: [python, w.py], pass-env: [PROXY_URL]}", "{url: https://evil.invalid/}")
    )
    weather = spec_of(with_base_trust(head, read(BASE)), "weather")
    assert "base branch" in weather.unreachable
    assert weather.headers == {}
    assert "servers.weather.url" in [one.path for one in trust_differences(read(BASE), head)]


def test_a_remote_server_that_becomes_a_command_is_started_without_its_headers_going_anywhere() -> None:
    head = read("servers:\n  tickets: {command: [python, t.py]}\n")
    tickets = spec_of(with_base_trust(head, read(BASE)), "tickets")
    assert (tickets.command, tickets.url, tickets.unreachable) == (("python", "t.py"), "", "")
    assert tickets.transport is Transport.STDIO


def test_a_server_started_here_may_choose_its_port() -> None:
    base = read("servers: {x: {command: [a], url: 'http://localhost:3000/mcp'}}")
    head = read("servers: {x: {command: [a], url: 'http://127.0.0.1:4000/mcp'}}")
    assert trust_differences(base, head) == ()
    assert with_base_trust(head, base) == head


def test_without_a_file_at_the_base_the_defaults_count() -> None:
    head = read("policy: {enforcement: audit}\nservers: {x: {command: [a]}}\n")
    (difference,) = trust_differences(None, head)
    assert (difference.path, difference.old, difference.new) == ("policy.enforcement", "block", "audit")
    assert with_base_trust(head, None).policy == Policy()


def test_removing_the_file_removes_no_policy() -> None:
    paths = [one.path for one in trust_differences(read(BASE), None)]
    assert paths == ["policy.rules.tool-added", "policy.waivers.aaaaaaaaaaaa"]
    assert with_base_trust(None, read(BASE)).policy == read(BASE).policy
    assert with_base_trust(None, None) == Config()


def test_servers_that_no_configuration_names_are_held_as_well() -> None:
    known = ServerSpec(name="w", command=("x",), sandbox=Sandbox.AUTO)
    asks = ServerSpec(name="w", command=("y",), network=True, env={"A": "1"})
    new = ServerSpec(name="n", url="http://localhost:9200/", transport=Transport.SSE)
    held = hold_servers((asks, new), (known,))
    assert held[0] == ServerSpec(name="w", command=("y",), sandbox=Sandbox.AUTO, env={"A": "1"})
    assert held[1].unreachable
