"""The lockfiles of mcp-fusion (`mcp-fusion.lock`) and vurb (`vurb.lock`), which differ in two names."""

from collections.abc import Iterator, Mapping

from toolpin_ci.canon.fusion import arguments_digest, lock_root, pretty, prompt_digest
from toolpin_ci.canon.pointer import join
from toolpin_ci.canon.text import compact
from toolpin_ci.errors import LockfileError
from toolpin_ci.locks.base import Format, Lock, Problem, Source, object_of
from toolpin_ci.locks.fusion_changes import diff
from toolpin_ci.locks.fusion_live import compare_live
from toolpin_ci.locks.fusion_manifest import MANIFESTS, compare_manifest
from toolpin_ci.model.jsonvalue import Json, JsonObject, Number
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "mcp-fusion / vurb lockfile"
VERSION_MEMBERS = ("vurbVersion", "fusionVersion")
KNOWN_VERSIONS = (1,)
_TEXTS = ("serverName", "integrityDigest", "generatedAt")


def detect(source: Source) -> bool:
    """Recognise either dialect by its version member beside `capabilities`."""
    document = source.document
    return (
        isinstance(document, Mapping)
        and "capabilities" in document
        and any(member in document for member in VERSION_MEMBERS)
    )


def parse(source: Source) -> Lock:
    """Read a lock; refuse what the original refuses. A list of tools it takes, so `verify` names that one."""
    document = object_of(source, TITLE)
    if not _is_one(document.get("lockfileVersion")):
        found = compact(document.get("lockfileVersion"))
        raise LockfileError(f"{TITLE}: lockfileVersion {found} is not one that we know ({KNOWN_VERSIONS[0]})")
    if not any(isinstance(document.get(member), str) for member in VERSION_MEMBERS):
        raise LockfileError(f"{TITLE}: neither `vurbVersion` nor `fusionVersion` is a string")
    for member in _TEXTS:
        if not isinstance(document.get(member), str):
            raise LockfileError(f"{TITLE}: `{member}` is not a string")
    if not _has_list(document):
        _sections(document)
    return Lock(format="fusion", document=document, text=source.text)


def _is_one(value: Json) -> bool:
    return isinstance(value, (int, Number)) and not isinstance(value, bool) and value == KNOWN_VERSIONS[0]


def _has_list(document: JsonObject) -> bool:
    """Tell a lock whose tools are a list, an object to JavaScript."""
    capabilities = document.get("capabilities")
    return isinstance(capabilities, Mapping) and isinstance(capabilities.get("tools"), list)


def _sections(document: JsonObject) -> Mapping[str, JsonObject]:
    capabilities = document.get("capabilities")
    if not isinstance(capabilities, Mapping) or not isinstance(capabilities.get("tools"), Mapping):
        raise LockfileError(f"{TITLE}: `capabilities.tools` is not a JSON object")
    sections = {name: capabilities[name] for name in ("tools", "prompts") if name in capabilities}
    for name, section in sections.items():
        if not isinstance(section, Mapping):
            raise LockfileError(f"{TITLE}: `capabilities.{name}` is not a JSON object")
        for key, entry in section.items():
            _check_entry(join("capabilities", name, key), entry)
    return sections  # type: ignore[return-value]


def _check_entry(pointer: str, entry: Json) -> None:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("integrityDigest"), str):
        raise LockfileError(f"{TITLE}: {pointer} is no object with a string `integrityDigest`")


def verify(lock: Lock) -> tuple[Problem, ...]:
    """Recompute what the file alone determines; the original accepts a hand-edited lock."""
    return tuple(_problems(lock.document))


def _problems(document: JsonObject) -> Iterator[Problem]:
    if _has_list(document):
        message = Message("the tools are a list, which no digest covers: the lock was edited by hand")
        yield Problem(code="lock-shape-invalid", message=message, pointer="/capabilities/tools")
        return
    root = lock_root(document)
    if document["integrityDigest"] != root:
        yield _mismatch("/integrityDigest", str(document["serverName"]), document["integrityDigest"], root)
    sections = _sections(document)
    for name, prompt in sections.get("prompts", {}).items():
        if isinstance(prompt, Mapping):
            yield from _prompt_problems(name, prompt)
    for name, tool in sections["tools"].items():
        if isinstance(tool, Mapping):
            yield from _tool_problems(name, tool)


def _prompt_problems(name: str, prompt: JsonObject) -> Iterator[Problem]:
    found = {"argumentsDigest": arguments_digest(prompt), "integrityDigest": prompt_digest(name, prompt)}
    for member, digest in found.items():
        if prompt.get(member) != digest:
            yield _mismatch(join("capabilities", "prompts", name, member), name, prompt.get(member), digest)


def _tool_problems(name: str, tool: JsonObject) -> Iterator[Problem]:
    surface, behavior = tool.get("surface"), tool.get("behavior")
    actions = surface.get("actions") if isinstance(surface, Mapping) else None
    for member in ("destructiveActions", "readOnlyActions"):
        named = behavior.get(member) if isinstance(behavior, Mapping) else None
        for action in named if isinstance(named, (list, tuple)) else ():
            if not isinstance(actions, (list, tuple)) or action not in actions:
                yield Problem(
                    code="lock-action-unknown",
                    subject=name,
                    pointer=join("capabilities", "tools", name, "behavior", member),
                    message=Message(
                        "{member} names {action}, which is none of the tool's actions", _args(member, action)
                    ),
                )


def _args(member: str, action: Json) -> Mapping[str, Json]:
    return {"member": member, "action": action}


def _mismatch(pointer: str, subject: str, stored: Json, found: str) -> Problem:
    words = "the stored digest {stored} is not what its contents give ({found}): the lock was edited by hand"
    message = Message(words, {"stored": stored, "found": found})
    return Problem(code="lock-digest-mismatch", message=message, pointer=pointer, subject=subject)


def compare(lock: Lock, _server: str, surface: Surface) -> tuple[Problem, ...]:
    """Compare with what the server lists, in flat or grouped exposition."""
    return compare_live(lock.document, surface)


def compare_read(lock: Lock, read: Mapping[str, Json]) -> tuple[Problem, ...]:
    """Compare with the manifest resource, where the server offers one."""
    found = (compare_manifest(lock.document, read[uri]) for uri in MANIFESTS if uri in read)
    return tuple(problem for problems in found for problem in problems)


def servers(lock: Lock) -> tuple[str, ...]:
    """Name the one server of a lock."""
    return (str(lock.document["serverName"]),)


FORMAT = Format(
    id="fusion",
    title=TITLE,
    detect=detect,
    parse=parse,
    render=pretty,
    verify=verify,
    compare=compare,
    compare_read=compare_read,
    is_of_one=True,
    servers=servers,
    diff=diff,
    renewed_by="vurb lock",
)
