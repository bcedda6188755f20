"""Discovery as a whole: what wins, what is chosen, and that nothing in a repository breaks it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolpin_ci.discover import SOURCES, choose, discover, find_config
from toolpin_ci.discover.packages import Package, problem_of
from toolpin_ci.errors import ToolpinError, UsageError
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.limits import CONFIG_BYTES
from toolpin_ci.model.server import ServerSpec

CLIENT_FILES = [source.title for source in SOURCES if source.step == 4]


@dataclass(frozen=True)
class Files:
    """A repository in memory."""

    content: Mapping[str, bytes] = field(default_factory=dict)

    def read(self, path: str) -> bytes | None:
        return self.content.get(path)

    def names(self, folder: str) -> tuple[str, ...]:
        return tuple(path for path in self.content if path.startswith(folder))


def test_sources_stand_in_the_order_in_which_they_count() -> None:
    assert [source.id for source in SOURCES][:4] == ["configuration", "lockfile", "server-json", "mcp-json"]
    assert [source.step for source in SOURCES] == sorted(source.step for source in SOURCES)
    assert len({source.id for source in SOURCES}) == len(SOURCES)


def test_two_lockfiles_may_not_describe_a_server_in_two_ways() -> None:
    def lock(command: str) -> Json:
        target: Json = {"kind": "local", "command": command, "args": []}
        return {"servers": {"w:generic": {"name": "w", "client": "generic", "selectedTarget": target}}}

    with pytest.raises(UsageError) as refused:
        discover(Files(), locks={"a.json": lock("x"), "b.json": lock("y")})
    assert refused.value.message == 'the server "w" is described in two ways, in a.json and b.json'
    assert len(discover(Files(), locks={"a.json": lock("x"), "b.json": lock("x")}).servers) == 1


def test_servers_are_chosen_by_name() -> None:
    servers = (ServerSpec(name="weather"), ServerSpec(name="tickets"))
    assert choose(servers, ()) == servers
    assert choose(servers, ("tickets",)) == servers[1:]
    with pytest.raises(UsageError) as refused:
        choose(servers, ("wether",))
    assert list(refused.value.diagnostics()) == [
        'there is no server "wether"; there is: weather, tickets',
        'did you mean "weather"?',
    ]
    with pytest.raises(UsageError, match="there is: none"):
        choose((), ("x",))


def test_a_configuration_that_is_named_must_be_there() -> None:
    tree = Files({"ci/pins.yml": b"version: 1\n", ".toolpin-ci.yml": b""})
    assert find_config(tree, "ci/pins.yml") == ("ci/pins.yml", b"version: 1\n")
    with pytest.raises(UsageError, match="no such configuration file"):
        find_config(tree, "missing.yml")
    assert find_config(Files()) is None


@pytest.mark.parametrize("file", CLIENT_FILES)
def test_a_file_past_the_limit_is_not_parsed(file: str) -> None:
    with pytest.raises(UsageError, match="CONFIG_BYTES"):
        discover(Files({file: b" " * (CONFIG_BYTES + 1)}))


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", ["/*", '\\"', ",/*", '"\n', '"\\"'])
@pytest.mark.parametrize("start", ["", '"', '{"a":1,"a":1}'])
def test_comments_and_strings_without_an_end_cost_no_more_than_their_length(start: str, text: str) -> None:
    with pytest.raises(UsageError):
        discover(Files({".vscode/mcp.json": (start + text * 300_000).encode()}))


def test_ten_thousand_servers_are_found_in_one_pass() -> None:
    table = {f"s{number:05}": {"command": "x"} for number in range(10_000)}
    found = discover(Files({".mcp.json": json.dumps({"mcpServers": table}, indent=1).encode()}))
    assert len(found.servers) == 10_000
    assert found.places["s09999"].line == 29_999 + 1


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "version", ["1" + "rc" * 100, "1" + ".0" * 99 + "!", "1" * 200 + "x", "1-" + "1" * 99 + "x"]
)
def test_a_hostile_version_is_judged_at_once(version: str) -> None:
    assert problem_of(Package(kind="pypi", identifier="x", version=version))


WORDS = """npx stdio local package npm named https://x.example/ {a} ${B}"""
KEYS = """mcpServers servers mcp context_servers command args env url headers type cwd a disabled enabled
packages remotes name version transport identifier registryType $schema variables value isRequired
selectedTarget kind config client secrets capabilityManifest packageArguments environmentVariables"""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(WORDS.split()),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=5)
    ),
    max_leaves=25,
)


@given(JSON, st.sampled_from([*CLIENT_FILES, "server.json"]))
def test_no_json_raises_anything_but_our_own_error(value: Json, file: str) -> None:
    text = json.dumps(value)
    try:
        shown = list(discover(Files({file: text.encode()}), locks={"mcp-lock.json": value}).notes)
    except ToolpinError as error:
        shown = list(error.diagnostics())
    assert all(line.isprintable() for line in shown)


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)), st.sampled_from(CLIENT_FILES))
def test_no_bytes_raise_anything_but_our_own_error(content: bytes, file: str) -> None:
    try:
        shown = list(discover(Files({file: content})).notes)
    except ToolpinError as error:
        shown = list(error.diagnostics())
    assert all(line.isprintable() for line in shown)
