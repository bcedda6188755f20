"""The `servers` section."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from toolpin_ci.canon.places import inside, name_problem, path_problem
from toolpin_ci.canon.web_address import is_loopback, shown_url, url_problem
from toolpin_ci.canon.wording import quoted
from toolpin_ci.config.environment import environment, header_values, passed_names
from toolpin_ci.config.fields import argv, choice, flag, known_keys, seconds, table, text, wrong
from toolpin_ci.config.node import Member, Node
from toolpin_ci.model.server import Sandbox, ServerSpec, Transport

KEYS = (
    "command", "setup", "cwd", "env", "pass-env", "network", "sandbox",
    "url", "transport", "headers", "timeout", "captured",
)  # fmt: skip
_WITH_COMMAND = ("setup", "cwd", "env", "pass-env", "network", "sandbox")


def read_servers(node: Node, file: str) -> tuple[ServerSpec, ...]:
    """Read the section, in the order of the file."""
    return tuple(_server(name, member, file) for name, member in table(node, "servers").items())


def _server(name: str, member: Member, file: str) -> ServerSpec:
    problem = name_problem(name)
    if problem:
        raise wrong(member.key, problem)
    given = known_keys(member.value, f"the server {quoted(name)}", KEYS)
    _check_combination(member.value, given)
    url, transport = _address(given)
    return ServerSpec(
        name=name,
        command=argv(given["command"].value, "command") if "command" in given else (),
        setup=argv(given["setup"].value, "setup") if "setup" in given else (),
        cwd=path(given["cwd"].value, "cwd") if "cwd" in given else "",
        env=environment(given["env"].value) if "env" in given else {},
        pass_env=passed_names(given["pass-env"].value) if "pass-env" in given else (),
        network=_network(given),
        sandbox=choice(Sandbox)(given["sandbox"].value, "sandbox") if "sandbox" in given else None,
        url=url,
        transport=transport,
        headers=header_values(given["headers"].value) if "headers" in given else {},
        timeout=seconds(given["timeout"].value, "timeout") if "timeout" in given else None,
        captured=file_path(given["captured"].value, "captured") if "captured" in given else "",
        source=file,
    )


def _check_combination(node: Node, given: Mapping[str, Member]) -> None:
    if not {"command", "url", "captured"} & set(given):
        raise wrong(
            node, "a server needs command (a program to start), url (an address to ask) or captured (a file)"
        )
    for key in _WITH_COMMAND:
        if key in given and "command" not in given:
            raise wrong(
                given[key].key, f"{key} says how a program is started, and this server has no command"
            )
    if "headers" in given and "url" not in given:
        raise wrong(given["headers"].key, "headers are sent to a url, and this server has none")


def _network(given: Mapping[str, Member]) -> bool:
    implied = "command" in given and "url" in given
    if "network" not in given:
        return implied
    asked = flag(given["network"].value, "network")
    if implied and not asked:
        raise wrong(
            given["network"].value, "command with url needs the network: leave network out or say true"
        )
    return asked


def _address(given: Mapping[str, Member]) -> tuple[str, Transport]:
    transport = choice(Transport)(given["transport"].value, "transport") if "transport" in given else None
    if "url" not in given:
        if transport not in (None, Transport.STDIO):
            raise wrong(
                given["transport"].value, f"transport {transport} needs a url, and this server has none"
            )
        return "", Transport.STDIO
    if transport is Transport.STDIO:
        raise wrong(given["transport"].value, "transport stdio has no url; leave one of them out")
    return _url(given), transport or Transport.STREAMABLE_HTTP


def _url(given: Mapping[str, Member]) -> str:
    node = given["url"].value
    url = text(node, "url")
    problem = url_problem(url)
    if problem:
        raise wrong(node, f"the url {shown_url(url)} {problem}")
    if "command" in given and not is_loopback(urlsplit(url).hostname or ""):
        raise wrong(
            node, "command with url starts a server on this machine: the host must be localhost or 127.0.0.1"
        )
    return url


def path(node: Node, name: str) -> str:
    """Read a path that stays inside the workspace; empty for the workspace itself."""
    written = text(node, name)
    problem = path_problem(written)
    if problem:
        raise wrong(node, f"the path {quoted(written)} of {name} {problem}")
    return inside(written)


def file_path(node: Node, name: str) -> str:
    """Read the path of a file inside the workspace."""
    found = path(node, name)
    if not found:
        raise wrong(node, f"{name} must name a file, and this is the workspace itself")
    return found
