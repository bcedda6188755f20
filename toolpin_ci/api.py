"""The public Python API: everything that the commands do with texts, without a process or a network.

Texts are raw JSON (str or bytes), because parsing them exactly is part of the job. What goes wrong raises
`ToolpinError` with `diagnostics()`.

    from toolpin_ci import api
    api.digest("toolpin-surface", '[{"name": "ping"}]')
    api.diff(old_surface_text, new_surface_text)
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolpin_ci.canon.recipes import digest as _digest
from toolpin_ci.canon.surface_document import as_surface, from_json
from toolpin_ci.canon.text import compact, decode, parse
from toolpin_ci.errors import LockfileError, ToolpinError, UsageError
from toolpin_ci.locks.base import Lock, serialize
from toolpin_ci.locks.recognise import parse as parse_any
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.server import ServerSpec
from toolpin_ci.model.surface import Probe, Surface

__all__ = [
    "Lock",
    "ToolpinError",
    "accept",
    "check_lockfile",
    "convert_lockfile",
    "diff",
    "digest",
    "generate_lockfile",
    "parse_lockfile",
    "read_lockfile",
    "scan",
    "serialize_lockfile",
    "toolpin_client_config",
    "toolpin_scan",
    "toolpin_trust",
    "write_lockfile",
]

Text = str | bytes


def digest(scheme: str, text: Text, **options: object) -> str:
    """Compute a digest as the system that defines the scheme stores it (`toolpin-ci digest --list`)."""
    return _digest(scheme, text, **options)


def diff(old: Text, new: Text) -> list[dict[str, Any]]:
    """Say what changed between two lockfiles, probe outputs or surfaces: the `changes` that `diff` prints."""
    from toolpin_ci.pipeline.differing import differences
    from toolpin_ci.render.json_report import change_document
    from toolpin_ci.render.order import worst_first

    found = differences(("old", _bytes(old)), ("new", _bytes(new)))
    return [_plain(change_document(finding)) for finding in worst_first(found)]


def scan(surface: Text) -> list[dict[str, Any]]:
    """Find suspicious text in a surface: the findings that `scan` prints."""
    from toolpin_ci.pipeline.scanning import scan_documents

    return [_plain(document) for document in scan_documents(_surface(surface))]


def accept(inputs: Mapping[str, Any], *, strict: bool = True) -> dict[str, Any]:
    """Judge a tool bundle in the Registry Spec's nine steps: `result`, and `error_code` or `provenance`."""
    from toolpin_ci.registry import accept as judge

    if not isinstance(inputs, Mapping):
        raise UsageError("the inputs are no object with `pointer`, `descriptor`, `manifest` and the like")
    return judge(inputs, strict=strict)


def parse_lockfile(text: Text) -> Lock:
    """Read a lockfile of any format that we know, recognised by its content."""
    return parse_any(decode(_bytes(text)))


def serialize_lockfile(lock: Lock | Text) -> str:
    """Write a lockfile; one that was read comes back byte for byte."""
    return serialize(lock if isinstance(lock, Lock) else parse_lockfile(lock))


def read_lockfile(path: str | Path) -> Lock:
    """Read a lockfile from disk."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise LockfileError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_lockfile(raw)


def write_lockfile(lock: Lock | Text, path: str | Path) -> None:
    """Write a lockfile to disk, whole or not at all."""
    from toolpin_ci.edge.files import replace

    replace(Path(path), serialize_lockfile(lock))


def convert_lockfile(text: Text, to: str) -> str:
    """Write a ToolPin lockfile as `mcp-lock-1`, or that as `toolpin` again; refused where a part is lost."""
    from toolpin_ci.locks.mcp_lock_convert import from_v2, to_v2
    from toolpin_ci.locks.recognise import format_of

    ways = {"mcp-lock-1": ("toolpin", from_v2), "toolpin": ("mcp-lock-1", to_v2)}
    lock = parse_lockfile(text)
    if to not in ways or lock.format not in (to, ways[to][0]):
        raise UsageError(f"a lockfile of the format {lock.format!r} cannot be written as {to!r}")
    if lock.format == to:
        return serialize(lock)
    problems = format_of(lock.format).verify(lock)
    if problems:
        raise LockfileError(f"the lockfile does not hold together: {problems[0].message.fill(str)}")
    return format_of(to).render(ways[to][1](lock.document))


def toolpin_scan(tools: Text) -> list[dict[str, Any]]:
    """Scan a tools array as ToolPin does: the `findings` of its `toolDescriptionScan`."""
    from toolpin_ci.canon.recipes.base import tools_of
    from toolpin_ci.canon.toolpin_scan import scan_tools

    return [_plain(finding.to_json()) for finding in scan_tools(tools_of(tools))]


def toolpin_trust(entry: Text) -> dict[str, Any]:
    """Judge a registry's entry as ToolPin does: `trust`, `verdict`, `capabilityManifest` and `launch`."""
    from toolpin_ci.toolpin.judging import judged

    found: dict[str, Any] = _plain(judged(entry))
    return found


def toolpin_client_config(entry: Text, client: str) -> dict[str, Any]:
    """Generate the configuration that ToolPin writes for one of its twelve clients: `config` and `notes`."""
    from toolpin_ci.toolpin.judging import configured

    found: dict[str, Any] = _plain(configured(entry, client))
    return found


def generate_lockfile(
    surface: Text,
    previous: Lock | Text | None = None,
    *,
    server: str = "",
    command: tuple[str, ...] = (),
    now: str = "1970-01-01T00:00:00.000Z",
) -> str:
    """Write ToolPin's lockfile v2 with a surface in it; of `previous`, only what changed is written anew."""
    from toolpin_ci.pipeline.locking import read_previous, renew

    read = _surface(surface)
    lock = read_previous(_raw(previous) if previous is not None else None, "previous")
    spec = ServerSpec(name=server, command=command)
    return renew(lock, [(spec, Probe(surface=read))], now).text


def check_lockfile(lock: Lock | Text, surface: Text, *, server: str = "") -> dict[str, Any]:
    """Compare a lockfile with a live surface: the report that `check --format json` prints."""
    from toolpin_ci.model.policy import Policy
    from toolpin_ci.pipeline.checking import check
    from toolpin_ci.pipeline.request import Request
    from toolpin_ci.render.json_report import report_document
    from toolpin_ci.render.options import RenderOptions

    spec = ServerSpec(name=server or _only_server(_raw(lock)), source="the call")
    request = Request(
        specs=(spec,),
        lockfiles=("lockfile",),
        policy=Policy(),
        not_compared="one lockfile was given",
        whole_repo=False,
        is_named_by_call=True,
    )
    read = _surface(surface)
    report = check(request, _OneFile(_raw(lock)), lambda: (Probe(surface=read),))
    document: dict[str, Any] = _plain(report_document(report, RenderOptions()))
    return document


def _only_server(lock: Text) -> str:
    """Name the server of a lockfile that has one; empty where it has several, or cannot be read."""
    from toolpin_ci.locks.recognise import detect

    try:
        found, source = detect(decode(_bytes(lock)))
        if found.id == "toolpin":
            names = _entry_names(source.document)
        else:
            names = set(found.servers(found.parse(source)))
    except ToolpinError:
        return ""
    return names.pop() if len(names) == 1 else ""


def _entry_names(document: Json) -> set[str]:
    rows = document.get("servers") if isinstance(document, Mapping) else None
    entries = rows.values() if isinstance(rows, Mapping) else ()
    return {str(entry["name"]) for entry in entries if isinstance(entry, Mapping) and "name" in entry}


class _OneFile:
    """A tree that holds one lockfile."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def read(self, path: str) -> bytes | None:
        return self._raw if path == "lockfile" else None

    def names(self, folder: str) -> tuple[str, ...]:
        return () if folder else ("lockfile",)


def _surface(text: Text) -> Surface:
    return from_json(as_surface(parse(text, finite=True)))[0]


def _raw(lock: Lock | Text) -> bytes:
    return _bytes(serialize(lock) if isinstance(lock, Lock) else lock)


def _bytes(text: Text) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def _plain(document: Json) -> Any:  # noqa: ANN401 - the boundary: callers get what `json.loads` would give
    return json.loads(compact(document))
