"""Lists what a Reader of `mcp-lock/1` must refuse, with the codes of the reference."""

import re
from collections.abc import Callable, Iterator, Mapping

from toolpin_ci.canon.ecmascript import double
from toolpin_ci.canon.mcp_lock import entry_integrity, is_coverage
from toolpin_ci.canon.pointer import join
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.values import dataclass

_DIGEST = re.compile("sha256-[A-Za-z0-9+/]+={0,2}", re.ASCII)
_TIMESTAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})", re.ASCII)
_CLIENT = re.compile("[a-z0-9][a-z0-9-]*", re.ASCII)
_NAMESPACE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII)
_SECRET = re.compile("[A-Z][A-Z0-9_]*", re.ASCII)
_IMMUTABLE = re.compile("@sha256:[0-9a-f]{64}$(?!\n)", re.ASCII)
_MEMBERS = (
    *("name", "version", "client", "source", "target"),
    *("configDigest", "resolvedAt", "lockedAt", "integrity"),
)
_STATUSES = ("passed", "failed", "declared", "unavailable")

INTEGRITY = ("integrity-mismatch", "integrity-uncomputable")
"""What a Reader finds by computing, in a document that is whole."""

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One broken rule: the reference's code and its path into the document."""

    code: str
    steps: Steps
    subject: str = ""

    @property
    def path(self) -> str:
        """The place as the reference writes it: `$.entries[0].target`."""
        return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps)

    @property
    def pointer(self) -> str:
        """The place as a JSON Pointer."""
        return join(*self.steps)


def violations(document: Json) -> tuple[Violation, ...]:
    """Check a whole document in the order of the reference."""
    if not isinstance(document, Mapping):
        return (Violation(code="not-an-object", steps=()),)
    return tuple(_document(document))


def _document(document: JsonObject) -> Iterator[Violation]:
    version = document.get("specVersion")
    if not _is_integer(version) or version != 1:
        yield Violation(code="unsupported-spec-version", steps=("specVersion",))
    entries = document.get("entries")
    if not isinstance(entries, list):
        yield Violation(code="missing-entries", steps=("entries",))
        return
    if "extensions" in document:
        yield from _extensions(document["extensions"], ("extensions",))
    seen: set[tuple[str, ...]] = set()
    for number, entry in enumerate(entries):
        yield from _entry(entry, ("entries", number), seen)


def _is_integer(value: Json) -> bool:
    return isinstance(value, (int, Number)) and not isinstance(value, bool) and double(value).is_integer()


def _entry(entry: Json, place: Steps, seen: set[tuple[str, ...]]) -> Iterator[Violation]:
    if isinstance(entry, list):
        entry = {}  # the reference takes an array for an object without members
    if not isinstance(entry, Mapping):
        yield Violation(code="entry-not-object", steps=place)
        return
    subject = str(entry.get("name", ""))
    for code, steps in _entry_faults(entry, place, seen):
        yield Violation(code=code, steps=steps, subject=subject)


Faults = Iterator[tuple[str, Steps]]


def _entry_faults(entry: JsonObject, place: Steps, seen: set[tuple[str, ...]]) -> Faults:
    yield from ((f"missing-field:{name}", (*place, name)) for name in _MEMBERS if name not in entry)
    yield from _texts(entry, place)
    for name, check in _PARTS.items():
        if name in entry:
            yield from check(entry[name], (*place, name))
    if "extensions" in entry:
        yield from (
            (fault.code, fault.steps) for fault in _extensions(entry["extensions"], (*place, "extensions"))
        )
    identity = tuple(
        str(value) for value in (entry.get("name"), entry.get("client"), entry.get("scope", "project"))
    )
    if identity in seen:
        yield "duplicate-entry-identity", place
    seen.add(identity)
    yield from _integrity(entry, place)


def _texts(entry: JsonObject, place: Steps) -> Faults:
    if _is_other(entry.get("client"), _CLIENT):
        yield "bad-client-identifier", (*place, "client")
    if entry.get("scope", "project") not in ("project", "user"):
        yield "bad-scope", (*place, "scope")
    for name in ("configDigest", "integrity"):
        if _is_other(entry.get(name), _DIGEST):
            yield "bad-digest-format", (*place, name)
    for name in ("resolvedAt", "lockedAt"):
        if _is_other(entry.get(name), _TIMESTAMP):
            yield "bad-timestamp", (*place, name)


def _is_other(value: Json, pattern: re.Pattern[str]) -> bool:
    return isinstance(value, str) and not pattern.fullmatch(value)


def _integrity(entry: JsonObject, place: Steps) -> Faults:
    stored = entry.get("integrity")
    if not isinstance(stored, str) or not _DIGEST.fullmatch(stored):
        return
    try:
        if entry_integrity(entry) != stored:
            yield "integrity-mismatch", (*place, "integrity")
    except ToolpinError:
        yield "integrity-uncomputable", (*place, "integrity")


def _target(target: Json, place: Steps) -> Faults:
    if not isinstance(target, (Mapping, list)):
        yield "target-not-object", place
        return
    members = target if isinstance(target, Mapping) else {}
    checks = {"package": _package, "remote": _remote}
    kind = members.get("type")
    if not isinstance(kind, str) or kind not in checks:
        yield "unknown-target-type", (*place, "type")
    else:
        yield from checks[kind](members, place)


def _missing(members: JsonObject, name: str) -> bool:
    return not isinstance(members.get(name), str) or not members[name]


def _package(target: JsonObject, place: Steps) -> Faults:
    for name in ("registryType", "identifier"):
        if _missing(target, name):
            yield f"missing-field:{name}", (*place, name)
    identifier = target.get("identifier")
    if (
        target.get("registryType") == "oci"
        and isinstance(identifier, str)
        and not _IMMUTABLE.search(identifier)
    ):
        yield "oci-mutable-identifier", (*place, "identifier")
    if "artifact" in target:
        artifact = target["artifact"] if isinstance(target["artifact"], Mapping) else {}
        digest = artifact.get("digest")
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            yield "bad-digest-format", (*place, "artifact", "digest")
        if _missing(artifact, "method"):
            yield "missing-field:artifact.method", (*place, "artifact", "method")


def _remote(target: JsonObject, place: Steps) -> Faults:
    if _missing(target, "transport"):
        yield "missing-field:transport", (*place, "transport")
    if not str(target.get("url")).startswith("https://") or not isinstance(target.get("url"), str):
        yield "remote-url-not-https", (*place, "url")
    if "headerSecretNames" in target:
        names = target["headerSecretNames"]
        if not isinstance(names, list) or any(
            not isinstance(n, str) or not _SECRET.fullmatch(n) for n in names
        ):
            yield "header-secret-not-a-name", (*place, "headerSecretNames")


def _surface(surface: Json, place: Steps) -> Faults:
    if not isinstance(surface, (Mapping, list)):
        yield "surface-not-object", place
        return
    members = surface if isinstance(surface, Mapping) else {}
    pinned, count = members.get("hash"), members.get("toolCount")
    if not isinstance(pinned, str) or not _DIGEST.fullmatch(pinned):
        yield "bad-digest-format", (*place, "hash")
    if not is_coverage(members.get("coverage")):
        yield "surface-coverage-invalid", (*place, "coverage")
    if not isinstance(count, (int, Number)) or not _is_integer(count) or double(count) < 0:
        yield "bad-tool-count", (*place, "toolCount")


def _verification(records: Json, place: Steps) -> Faults:
    if not isinstance(records, list):
        yield "verification-not-array", place
        return
    for number, record in enumerate(records):
        members = record if isinstance(record, Mapping) else {}
        if _missing(members, "code"):
            yield "missing-field:code", (*place, number, "code")
        if members.get("status") not in _STATUSES:
            yield "bad-evidence-status", (*place, number, "status")


_PARTS: Mapping[str, Callable[[Json, Steps], Faults]] = {
    "target": _target,
    "surface": _surface,
    "verification": _verification,
}


def _extensions(extensions: Json, place: Steps) -> Iterator[Violation]:
    if not isinstance(extensions, Mapping):
        yield Violation(code="extensions-not-object", steps=place)
        return
    for namespace in extensions:
        if not _NAMESPACE.fullmatch(namespace):
            yield Violation(code="bad-extension-namespace", steps=(*place, namespace))
