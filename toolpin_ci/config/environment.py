"""Variables and headers: literal values, names taken from the job, and `${NAME}` in headers alone."""

import re
from collections.abc import Mapping

from toolpin_ci.canon.wording import quoted
from toolpin_ci.config.fields import literal, table, texts, wrong
from toolpin_ci.config.node import Items, Member, Node
from toolpin_ci.errors import UnavailableError
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.values import replace

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_GAP = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}", re.ASCII)
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", re.ASCII)
_HEADER_VALUE = re.compile(r"[\x20-\x7e]*")
_OURS = frozenset({
    "accept", "connection", "content-length", "content-type", "expect", "host", "last-event-id",
    "mcp-protocol-version", "mcp-session-id", "te", "trailer", "transfer-encoding", "upgrade",
})  # fmt: skip
_JOB_PREFIXES = ("ACTIONS_", "INPUT_", "RUNNER_")
_JOB_NAMES = frozenset({
    "GITHUB_TOKEN", "GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY",
})  # fmt: skip


def environment(node: Node) -> Mapping[str, str]:
    """Read literal values by name."""
    found: dict[str, str] = {}
    for name, member in table(node, "env").items():
        _check_variable(member.key, name)
        found[name] = literal(member.value, f"the value of {name}")
    return found


def passed_names(node: Node) -> tuple[str, ...]:
    """Read the names of variables that a server gets from the job."""
    if isinstance(node, Items) and not node.items:
        return ()
    names = texts(node, "pass-env")
    for item, name in zip(node.items if isinstance(node, Items) else (), names, strict=True):
        _check_variable(item, name)
        _check_not_ours(item, name)
        if names.count(name) > 1:
            raise wrong(item, f"{quoted(name)} stands twice in pass-env")
    return names


def header_values(node: Node) -> Mapping[str, str]:
    """Read headers by name, with their gaps as written."""
    found: dict[str, str] = {}
    for name, member in table(node, "headers").items():
        _check_header_name(member, name, taken={other.lower() for other in found})
        found[name] = _header_value(member.value, name)
    return found


def fill_headers(spec: ServerSpec, environ: Mapping[str, str]) -> ServerSpec:
    """Fill `${NAME}` in the headers from the job's variables; raise where one is not there."""
    headers = {name: _filled(spec.name, name, value, environ) for name, value in spec.headers.items()}
    return replace(spec, headers=headers)


def header_variables(spec: ServerSpec) -> tuple[str, ...]:
    """Name the variables that the headers need, sorted."""
    return tuple(sorted({name for value in spec.headers.values() for name in _GAP.findall(value)}))


def _filled(server: str, header: str, value: str, environ: Mapping[str, str]) -> str:
    missing = [name for name in _GAP.findall(value) if not environ.get(name)]
    if missing:
        message = f"the header {header} of {quoted(server)} needs the variable {missing[0]}, which is not set"
        raise UnavailableError(
            message, advice=f"set {missing[0]} in the job's `env`, for example from a secret"
        )
    filled = _GAP.sub(lambda gap: environ[gap[1]], value)
    if _HEADER_VALUE.fullmatch(filled) is None:
        message = f"the header {header} of {quoted(server)} would not be plain ASCII on one line"
        raise UnavailableError(message, advice="look for a line end after the value of the secret")
    return filled


def _check_variable(node: Node, name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise wrong(node, f"{quoted(name)} is no name of a variable: letters, digits and _ only")


def _check_not_ours(node: Node, name: str) -> None:
    if name.upper().startswith(_JOB_PREFIXES) or name.upper() in _JOB_NAMES:
        message = f"{name} belongs to the job itself and is never handed on"
        raise wrong(node, message, "give the server a variable of its own name in the workflow's `env`")


def _check_header_name(member: Member, name: str, taken: set[str]) -> None:
    if _HEADER.fullmatch(name) is None:
        raise wrong(member.key, f"{quoted(name)} is no name of a header")
    if name.lower() in _OURS:
        raise wrong(member.key, f"the header {name} is set by the transport")
    if name.lower() in taken:
        raise wrong(member.key, f"the header {name} stands twice; capitals do not matter")


def _header_value(node: Node, name: str) -> str:
    value = literal(node, f"the header {name}")
    if _HEADER_VALUE.fullmatch(value) is None:
        raise wrong(node, f"the header {name} must be plain ASCII on one line")
    if "${{" in value:
        raise wrong(
            node, f"the header {name} holds an expression, which only a workflow fills in", "write ${NAME}"
        )
    if "${" in _GAP.sub("", value):
        raise wrong(
            node, f"the header {name} holds ${{…}} with something else than the name of a variable in it"
        )
    for variable in _GAP.findall(value):
        _check_not_ours(node, variable)
    return value
