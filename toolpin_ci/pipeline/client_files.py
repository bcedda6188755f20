"""Compares the client files of a repository with the configuration that ToolPin's lockfile generates."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import ToolpinError
from toolpin_ci.locks.lines import lock_lines
from toolpin_ci.model.finding import ABSENT, Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.message import Message
from toolpin_ci.pipeline.stating import state
from toolpin_ci.ports import Tree
from toolpin_ci.values import replace

if TYPE_CHECKING:
    from toolpin_ci.pipeline.other_locks import OtherLock
    from toolpin_ci.toolpin.installed import Verdict

_UNREADABLE = "{file} cannot be read as {client} reads it, so it is not what the lockfile generates"


def client_findings(entries: Iterable[Entry], tree: Tree) -> Iterator[Finding]:
    """Compare each entry that a registry gave with the file of its client, where the repository has one."""
    for entry in entries:
        if _is_generated(entry):
            yield from _compared(entry, tree)


def draft_findings(others: "Iterable[OtherLock]", tree: Tree) -> Iterator[Finding]:
    """Compare each entry of a draft mcp-lock/1 with the file of its client, by the digest that it holds."""
    for other in others:
        entries = other.lock.document.get("entries") if other.format.id == "mcp-lock-1" else ()
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, Mapping) and entry.get("scope", "project") == "project":
                yield from _digested(entry, tree)


def _digested(entry: JsonObject, tree: Tree) -> Iterator[Finding]:
    from toolpin_ci.toolpin.installed import judge_digest

    client = str(entry.get("client")).removesuffix("-code")
    found = _file_of(client, tree)
    if found is not None:
        name = str(entry.get("name"))
        key = f"{name}:{entry.get('client')}"
        subject = Entry(key=key, name=name, client=client, document=entry)
        yield from _told(subject, *found, judge_digest(entry, client, found[1]))


def _is_generated(entry: Entry) -> bool:
    """Tell configuration that ToolPin generated; ours for a server of the repo is what that server needs."""
    manifest = entry.document.get("capabilityManifest")
    source = manifest.get("registrySource") if isinstance(manifest, Mapping) else None
    return source not in (None, "local") and entry.document.get("scope", "project") == "project"


def _compared(entry: Entry, tree: Tree) -> Iterator[Finding]:
    from toolpin_ci.toolpin.installed import judge_file

    found = _file_of(entry.client, tree)
    if found is not None:
        yield from _told(entry, *found, judge_file(entry.document, found[1]))


def _file_of(client: str, tree: Tree) -> tuple[str, str] | None:
    """Give name and text of a client's file; None where the repository has none."""
    from toolpin_ci.toolpin.installed import PROJECT_FILES

    file = PROJECT_FILES.get(client)
    try:
        raw = tree.read(file) if file is not None else None
    except ToolpinError:
        raw = b""
    return (file, _text(raw, file)) if file is not None and raw is not None else None


def _text(raw: bytes, file: str) -> str:
    """Read as the client does: its JSON may hold comments."""
    text = raw.decode("utf-8", "replace")
    if not file.endswith("json"):
        return text
    from toolpin_ci.discover.jsonc import plain_json

    return plain_json(text)


def _told(entry: Entry, file: str, text: str, verdict: "Verdict") -> Iterator[Finding]:
    args: dict[str, Json] = {"file": file, "client": entry.client, "places": ", ".join(verdict.places) or "/"}
    if verdict.kind == "missing":
        found = state("client-config-missing", server=entry.name, subject=entry.key, args=args)
        yield replace(found, file=file, line=1)
    elif verdict.kind in ("drift", "unreadable"):
        # The value makes the fingerprint and goes no further: it may hold a secret.
        found = state(
            "client-config-changed", server=entry.name, subject=entry.key, new=verdict.found, args=args
        )
        if verdict.kind == "unreadable":
            found = replace(found, message=Message(_UNREADABLE, {"file": file, "client": entry.client}))
        yield replace(found, new=ABSENT, file=file, line=_line(entry, file, text, verdict))


def _line(entry: Entry, file: str, text: str, verdict: "Verdict") -> int:
    if verdict.kind == "unreadable":
        return 1
    if not file.endswith("json"):
        lines = enumerate(text.splitlines(), 1)
        return next((number for number, line in lines if line.startswith("[") and entry.name in line), 1)
    from toolpin_ci.toolpin.client_config import ROOTS

    place = join(ROOTS.get(entry.client, "mcpServers"), entry.name)
    return lock_lines(text).line(place + (verdict.places[0] if verdict.places else ""))
