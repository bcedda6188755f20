"""The draft `mcp-lock/1`: a Reader's rules, and an Enforcer's comparison of the surface."""

from collections.abc import Mapping

from toolpin_ci.canon.jcs import CanonicalError, refuse_equal_names
from toolpin_ci.canon.mcp_lock import COVERAGE, is_coverage, surface_hash
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import compact, pretty
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Format, Lock, Problem, Source, object_of
from toolpin_ci.locks.lines import LockLines
from toolpin_ci.locks.mcp_lock_changes import diff, identity
from toolpin_ci.locks.mcp_lock_convert import draft_target
from toolpin_ci.locks.mcp_lock_rules import INTEGRITY, Violation, violations
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.lock import Entry
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "mcp-lock/1"
SPEC_VERSION = 1
_NAMED = 5


def detect(source: Source) -> bool:
    """Recognise the draft by `specVersion` beside `entries`."""
    document = source.document
    return isinstance(document, Mapping) and "specVersion" in document and "entries" in document


def parse(source: Source) -> Lock:
    """Read a document; one that breaks the draft's structure is refused with the codes of its reference."""
    document = object_of(source, TITLE)
    if not _is_version(document.get("specVersion")):
        found = compact(document.get("specVersion"))
        raise LockfileError(f"{TITLE}: specVersion {found} is not one that we know ({SPEC_VERSION})")
    try:
        refuse_equal_names(document)
    except CanonicalError as error:
        raise LockfileError(f"{TITLE}: {error.message}") from error
    _refuse_structure(document, source.text)
    return Lock(format="mcp-lock-1", document=document, text=source.text)


def _refuse_structure(document: JsonObject, text: str) -> None:
    """Raise for what no Reader may take; `verify` shows a wrong integrity in its place."""
    found = [fault for fault in violations(document) if fault.code not in INTEGRITY]
    if not found:
        return
    named = [f"{fault.code} at {fault.path}" for fault in found[:_NAMED]]
    more = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
    line = LockLines(text).line(found[0].pointer)
    raise LockfileError(
        f"{TITLE}: line {line}: {'; '.join((*named, *more))}", advice="take the last good one from git"
    )


def _is_version(value: Json) -> bool:
    return isinstance(value, (int, Number)) and not isinstance(value, bool) and value == SPEC_VERSION


def render(document: JsonObject) -> str:
    """Write with sorted keys and two spaces; the draft leaves spacing open."""
    return pretty(document) + "\n"


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Apply a Reader's rules, and refuse an empty lock as an Enforcer must."""
    found = tuple(_problem(violation) for violation in violations(lock.document))
    if lock.document["entries"]:
        return found
    message = Message("the lockfile has no entries: there is nothing to enforce")
    return (*found, Problem(code="lock-empty", message=message, pointer="/entries"))


def _problem(violation: Violation) -> Problem:
    words = "{code} at {path}"
    message = Message(words, {"code": violation.code, "path": violation.path})
    subject = violation.subject
    return Problem(code="lock-violation", message=message, pointer=violation.pointer, subject=subject)


def compare(lock: Lock, server: str, surface: Surface) -> tuple[Problem, ...]:
    """Compare the pinned surface of a server's entries with the live one, at the pinned coverage."""
    tools = [item.definition for items in surface.lists.get("tools", {}).values() for item in items]
    entries = lock.document["entries"]
    found = []
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, Mapping) and (not server or entry.get("name") == server):
            found.extend(_compare_entry(join("entries", number, "surface"), entry, tools))
    return tuple(found)


def _compare_entry(pointer: str, entry: JsonObject, tools: list[JsonObject]) -> list[Problem]:
    name, pin = str(entry.get("name")), entry.get("surface")
    if not isinstance(pin, Mapping):
        message = Message("{name} has no surface pin: its tools are not covered", {"name": name})
        return [Problem(code="lock-surface-missing", message=message, pointer=pointer, subject=name)]
    coverage = pin.get("coverage")
    if not is_coverage(coverage):
        return []  # `verify` names it
    fields = [str(field) for field in coverage] if isinstance(coverage, list) else []
    problems = _downgrade(pointer, name, fields)
    live = surface_hash(tools, fields)
    if pin.get("hash") != live:
        args = {"name": name, "stored": pin.get("hash"), "found": live}
        message = Message("the tools of {name} hash to {found}, the lock pins {stored}", args)
        problems.append(
            Problem(code="lock-surface-changed", message=message, pointer=f"{pointer}/hash", subject=name)
        )
    return problems


def _downgrade(pointer: str, name: str, fields: list[str]) -> list[Problem]:
    missing = [field for field in COVERAGE if field not in fields]
    if not missing:
        return []
    args: Mapping[str, Json] = {"name": name, "missing": ", ".join(missing)}
    message = Message("the surface pin of {name} does not cover {missing}", args)
    return [Problem(code="lock-coverage-low", message=message, pointer=f"{pointer}/coverage", subject=name)]


def entries(lock: Lock) -> tuple[Entry, ...]:
    """Give every entry as one of ours that holds a hash alone, so that two locks are compared as ours are."""
    found = lock.document["entries"]
    return tuple(
        Entry(
            key=":".join(identity(entry)),
            name=str(entry.get("name")),
            client=str(entry.get("client")),
            document={"selectedTarget": entry.get("target"), "capabilityManifest": _manifest(entry)},
            pointer=join("entries", number, "surface"),
        )
        for number, entry in enumerate(found if isinstance(found, list) else ())
        if isinstance(entry, Mapping)
    )


def _manifest(entry: JsonObject) -> JsonObject:
    pin = entry.get("surface")
    if not isinstance(pin, Mapping):
        return {}
    members = ("coverage", "toolCount")
    return {"toolSurfaceHash": {"value": pin.get("hash"), **{name: pin.get(name) for name in members}}}


def servers(lock: Lock) -> tuple[str, ...]:
    """Name the servers of the entries."""
    return tuple(dict.fromkeys(entry.name for entry in entries(lock)))


FORMAT = Format(
    id="mcp-lock-1",
    title=TITLE,
    detect=detect,
    parse=parse,
    render=render,
    verify=verify,
    compare=compare,
    entries=entries,
    target_of=draft_target,
    servers=servers,
    diff=diff,
)
