"""The documents of the MCP Registry Spec: pointer, descriptor, manifest and attestation."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.cid import manifest_value_cid
from toolpin_ci.canon.registry_json import RegistryError, canonical
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Format, Lock, Problem, Source, object_of
from toolpin_ci.locks.registry_changes import diff
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "MCP Registry Spec document"
SCHEMAS = (
    *("registry.pointer.v0.1", "tool.descriptor.v0.1", "toolbundle.manifest.v0.1"),
    *("attestation.envelope.v0.1", "pointerlog.event.v0.1", "pointerlog.checkpoint.v0.1"),
)
_MANIFEST = "toolbundle.manifest.v0.1"
_FAMILIES = tuple(schema.rpartition(".v0")[0] for schema in SCHEMAS)


def detect(source: Source) -> bool:
    """Recognise a document by the family that its `schema_version` names."""
    version = source.document.get("schema_version") if isinstance(source.document, Mapping) else None
    return isinstance(version, str) and version.startswith(_FAMILIES)


def parse(source: Source) -> Lock:
    """Read a document; a version that we do not know is refused with those that we know."""
    document = object_of(source, TITLE)
    if document.get("schema_version") not in SCHEMAS:
        found, known = document.get("schema_version"), ", ".join(SCHEMAS)
        raise LockfileError(f"{TITLE}: schema_version {found!r} is not one that we know ({known})")
    try:
        canonical(document)
    except RegistryError as error:
        raise LockfileError(f"{TITLE}: {error.message}") from error
    return Lock(format="registry", document=document, text=source.text)


def render(document: JsonObject) -> str:
    """Write the canonical text, over which CIDs and signatures are made."""
    return canonical(document)


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Check what one document alone can tell: that a manifest's root is its own."""
    return tuple(_root(lock.document))


def _root(document: JsonObject) -> Iterator[Problem]:
    if document.get("schema_version") != _MANIFEST:
        return
    stored, found = document.get("root_cid"), manifest_value_cid(document)
    if stored != found:
        args: Mapping[str, Json] = {"stored": stored, "found": found}
        message = Message("root_cid is {stored}, the entries give {found}", args)
        yield Problem(code="lock-digest-mismatch", message=message, pointer="/root_cid", subject="manifest")


def compare(_lock: Lock, _server: str, _surface: Surface) -> tuple[Problem, ...]:
    """Say nothing: these documents are about files, not about what a server lists."""
    return ()


FORMAT = Format(
    id="registry",
    title=TITLE,
    detect=detect,
    parse=parse,
    render=render,
    verify=verify,
    compare=compare,
    diff=diff,
)
