"""What a correct configuration means, and that no text at all gets past `UsageError`."""

import subprocess
import sys
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolpin_ci.config.parse import parse_config
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.config import Config
from toolpin_ci.model.finding import Severity
from toolpin_ci.model.limits import CONFIG_BYTES, YAML_NODES
from toolpin_ci.model.policy import Enforcement, Policy, Unavailable, Unknown, Waiver
from toolpin_ci.model.server import Sandbox, ServerSpec, Transport

WHOLE = """\
version: 1
lockfile: mcp-lock.json       # or a list; paths stay inside the workspace
policy:
  enforcement: block
  unknown: warn
  unavailable: warn
  fail-on: breaking
  rules: {tool-added: risky, tool-removed: off}
  waivers: [{fingerprint: 0123456789012345, reason: reviewed, expires: 2027-01-31}]
servers:
  weather:
    setup: [pip, install, -e, .]
    command: [python, -m, weather_server]
    cwd: ./servers/weather
    env: {WEATHER_API_KEY: dummy, EMPTY: ""}
    pass-env: [PROXY_URL]
    network: false
    sandbox: auto
    timeout: 30
  tickets:
    url: https://mcp.example.com/mcp
    headers: {Authorization: "Bearer ${TICKETS_TOKEN}"}
"""


def read(text: str | bytes) -> Config:
    return parse_config(text, file=".toolpin-ci.yml", rule_ids=("tool-added", "tool-removed"))


def test_every_setting_is_read() -> None:
    config = read(WHOLE)
    assert config.version == 1
    assert config.lockfiles == ("mcp-lock.json",)
    assert config.policy == Policy(
        enforcement=Enforcement.BLOCK,
        unknown=Unknown.WARN,
        unavailable=Unavailable.WARN,
        fail_on=Severity.BREAKING,
        rules={"tool-added": Severity.RISKY, "tool-removed": None},
        waivers=(Waiver(fingerprint="0123456789012345", reason="reviewed", expires=date(2027, 1, 31)),),
    )
    assert config.servers == (
        ServerSpec(
            name="weather",
            setup=("pip", "install", "-e", "."),
            command=("python", "-m", "weather_server"),
            cwd="servers/weather",
            env={"WEATHER_API_KEY": "dummy", "EMPTY": ""},
            pass_env=("PROXY_URL",),
            sandbox=Sandbox.AUTO,
            timeout=30.0,
            source=".toolpin-ci.yml",
        ),
        ServerSpec(
            name="tickets",
            url="https://mcp.example.com/mcp",
            transport=Transport.STREAMABLE_HTTP,
            headers={"Authorization": "Bearer ${TICKETS_TOKEN}"},
            source=".toolpin-ci.yml",
        ),
    )


def test_lines_are_known_for_annotations() -> None:
    config = read(WHOLE)
    assert config.line("policy", "fail-on") == 7
    assert config.line("servers", "weather") == 11
    assert config.line("servers", "weather", "network") == 17
    assert config.line("servers", "tickets", "network") == 20, "the nearest thing around it"
    assert config.line("nothing") == 0


def test_a_server_whose_name_has_dots_has_a_line_too() -> None:
    config = read("servers:\n  io.github.x/y: {command: [a]}\n")
    assert config.line("servers", "io.github.x/y") == 2
    assert 'servers["io.github.x/y"].command' in config.lines


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "~\n", "{}\n", "\ufeff"])
def test_a_file_that_says_nothing_means_the_defaults(text: str) -> None:
    assert read(text) == Config(file=".toolpin-ci.yml")


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert read(b"\xef\xbb\xbflockfile: a.json\n").lockfiles == ("a.json",)


def test_windows_line_ends_are_no_mistake() -> None:
    assert read(WHOLE.replace("\n", "\r\n")) == read(WHOLE)


def test_lockfiles_are_written_in_their_plain_form() -> None:
    assert read("lockfile: [./a//b.json, c.json]\n").lockfiles == ("a/b.json", "c.json")


def test_an_alias_stands_for_what_it_names() -> None:
    config = read("servers:\n  a: &a {command: [x]}\n  b: *a\n")
    assert [spec.command for spec in config.servers] == [("x",), ("x",)]


def test_dollars_and_names_stay_literal_outside_headers() -> None:
    config = read('servers: {"${{ secrets.X }}": {command: [echo, "$HOME", "${HOME}"], env: {A: "${B}"}}}')
    (spec,) = config.servers
    assert spec.name == "${{ secrets.X }}"
    assert spec.command == ("echo", "$HOME", "${HOME}")
    assert spec.env == {"A": "${B}"}


def test_dangerous_variables_reach_only_the_server_that_the_file_starts() -> None:
    (spec,) = read("servers: {x: {command: [a], env: {LD_PRELOAD: ./x.so, GITHUB_TOKEN: x}}}").servers
    assert spec.env == {"LD_PRELOAD": "./x.so", "GITHUB_TOKEN": "x"}


def test_the_words_that_old_yaml_took_for_truth_values_are_names() -> None:
    (spec,) = read("servers:\n  no: {command: [on, off], timeout: 3e2}\n").servers
    assert (spec.name, spec.command, spec.timeout) == ("no", ("on", "off"), 300.0)


def test_a_command_with_an_address_has_the_network() -> None:
    (spec,) = read("servers: {x: {command: [a], url: http://localhost:3001/mcp}}").servers
    assert spec.network
    assert spec.transport is Transport.STREAMABLE_HTTP


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8080/mcp",
        "http://[::1]:8080/mcp",
        "http://localhost./",
        "https://mcp.example.com:8443/v1?x=1",
        "https://[2606:4700:4700::1111]/",
        "https://1.1.1.1/",
        "https://my_host.example.com/",
    ],
)
def test_an_address_that_is_what_it_looks_like_is_accepted(url: str) -> None:
    (spec,) = read(f"servers: {{x: {{url: '{url}', transport: sse}}}}").servers
    assert (spec.url, spec.transport) == (url, Transport.SSE)


def test_unknown_tools_follow_enforcement_unless_the_policy_says_otherwise() -> None:
    followed = {Enforcement(word): Policy(enforcement=Enforcement(word)).on_unknown for word in Enforcement}
    assert followed == {
        Enforcement.AUDIT: Unknown.ALLOW_DEGRADED,
        Enforcement.WARN: Unknown.WARN,
        Enforcement.BLOCK: Unknown.BLOCK,
    }
    assert Policy(enforcement=Enforcement.AUDIT, unknown=Unknown.BLOCK).on_unknown is Unknown.BLOCK


def test_never_means_that_no_change_needs_an_approval() -> None:
    assert read("policy: {fail-on: never}").policy.fail_on is None


def test_a_waiver_counts_through_its_last_day() -> None:
    waiver = Waiver(fingerprint="abcdef012345", reason="x", expires=date(2027, 1, 31))
    assert waiver.covers("abcdef012345", date(2027, 1, 31))
    assert not waiver.covers("abcdef012345", date(2027, 2, 1))
    assert not waiver.covers("another", date(2027, 1, 1))
    assert Waiver(fingerprint="abcdef012345", reason="x").covers("abcdef012345", date(2999, 1, 1))


def test_a_file_past_the_limit_is_not_parsed() -> None:
    with pytest.raises(UsageError, match="CONFIG_BYTES"):
        read("#" * (CONFIG_BYTES + 1))


def test_too_many_values_are_refused() -> None:
    with pytest.raises(UsageError, match="YAML_NODES"):
        read("lockfile: [" + "a," * (YAML_NODES + 5) + "]")


def test_a_lone_surrogate_is_refused_with_its_place() -> None:
    with pytest.raises(UsageError, match=r"^\.toolpin-ci\.yml:2:11: the character U\+D800"):
        read("version: 1\nlockfile: \ud800")


YAMLISH = st.text(alphabet=" \n\t:-?[]{},&*!|>'\"%@`#~<=.\\0123eaxyA$é\u200b\u2028\x07", max_size=80)
WORDS = """version lockfile policy servers enforcement rules waivers command url headers env timeout
a : - [ ] { } , & * ! *a &a | > ' " # ~ 1 2.5 .inf true null --- ... %YAML %TAG <<"""
SPACES = ("\n", "\n  ", "\n    ", " ")
SENTENCES = st.lists(st.sampled_from((*WORDS.split(), *SPACES))).map("".join)


@given(st.one_of(st.text(), YAMLISH, SENTENCES, st.binary(max_size=80)))
@example("%YAML\n---\n")
@example("%TAG ! !\n--- !a b")
@example("? \n")
@example("- - - -\n-")
@example("&a")
@example("*")
@example('"\\U00110000"')
@example("a: |9\n x")
def test_no_text_raises_anything_but_our_own_error(text: str | bytes) -> None:
    try:
        shown = [read(text).file]
    except ToolpinError as error:
        shown = list(error.diagnostics())
    assert all(line.isprintable() for line in shown)


def test_yaml_is_not_loaded_by_a_run_without_a_configuration() -> None:
    code = "import sys, toolpin_ci.config.parse, toolpin_ci.discover; sys.exit('ruamel.yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
