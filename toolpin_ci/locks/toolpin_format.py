"""ToolPin's lockfile v2 as one format among the others."""

from collections.abc import Mapping

from toolpin_ci.canon.text import pretty
from toolpin_ci.locks import toolpin_v2
from toolpin_ci.locks.base import Format, Lock, Problem, Source, object_of
from toolpin_ci.locks.toolpin_pins import tool_pins
from toolpin_ci.model.jsonvalue import Json, same
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Surface

TITLE = "ToolPin lockfile v2"
_NAME = "mcp-lock.json"


def _detect(source: Source) -> bool:
    document = source.document
    return isinstance(document, Mapping) and "lockfileVersion" in document and "servers" in document


def _parse(source: Source) -> Lock:
    toolpin_v2.read(source.text.encode("utf-8"), _NAME)
    return Lock(format="toolpin", document=object_of(source, TITLE), text=source.text)


def _verify(lock: Lock) -> tuple[Problem, ...]:
    problems = toolpin_v2.read(lock.text.encode("utf-8"), _NAME).problems
    return tuple(
        Problem(
            code=problem.rule,
            message=Message("{stored} is stored, and the lockfile gives {found}", problem.args),
            pointer=problem.pointer,
            subject=problem.subject,
        )
        for problem in problems
    )


def _compare(lock: Lock, server: str, surface: Surface) -> tuple[Problem, ...]:
    """Compare whole surfaces where there is one, and ToolPin's own hashes where there is none."""
    found: list[Problem] = []
    for entry in toolpin_v2.read(lock.text.encode("utf-8"), _NAME).entries:
        if server and entry.name != server:
            continue
        if entry.surface is not None:
            if entry.surface.digest != surface.digest:
                found.append(_drift(entry.key, "surface"))
            continue
        manifest = entry.document.get("capabilityManifest")
        pins: Mapping[str, Json] = manifest if isinstance(manifest, Mapping) else {}
        for member, live in tool_pins(surface).items():
            pin = pins.get(member)
            if isinstance(pin, Mapping) and not same(pin.get("value"), live["value"]):
                found.append(_drift(entry.key, member))
    return tuple(found)


def _drift(key: str, member: str) -> Problem:
    return Problem(
        code="lock-drift",
        message=Message("{member} is not what the live server gives", {"member": member}),
        subject=key,
    )


FORMAT = Format(
    id="toolpin",
    title=TITLE,
    detect=_detect,
    parse=_parse,
    render=lambda document: pretty(document) + "\n",
    verify=_verify,
    compare=_compare,
)
