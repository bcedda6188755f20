"""Scans text: all of a surface when asked to, and what a pull request brings when it is checked."""

from collections.abc import Iterable, Iterator, Mapping

from toolpin_ci.canon.terminal import plain
from toolpin_ci.canon.text import compact
from toolpin_ci.model.finding import Action, Finding
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.model.surface import Surface


def scan_documents(surface: Surface) -> Iterator[JsonObject]:
    """Give what `scan` prints: one object for each suspicious text."""
    from toolpin_ci.scan import scan

    for found in scan(surface):
        yield {
            "rule": found.rule,
            "severity": str(found.severity),
            "area": str(found.area),
            "subject": found.subject,
            "pointer": found.pointer,
            "message": found.message.fill(_quoted),
        }


def _quoted(value: Json) -> str:
    return plain(value if isinstance(value, str) else compact(value))


def new_texts(
    server: str, old: Surface, new: Surface, known: Iterable[Finding], others: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """Find suspicious text that is new; what a change of the same place already calls as bad is left out."""
    from toolpin_ci.rules.fingerprint import fingerprint
    from toolpin_ci.scan import scan

    old, new = _apart(old, new)
    before = {
        (found.rule, found.subject, found.pointer, found.text) for found in scan(old, other_tools=others)
    }
    said = {(found.subject, found.pointer): found.severity.rank for found in known}
    for found in scan(new, other_tools=others):
        if (found.rule, found.subject, found.pointer, found.text) in before:
            continue
        if said.get((found.subject, found.pointer), found.severity.rank + 1) <= found.severity.rank:
            continue
        yield Finding(
            rule=found.rule,
            severity=found.severity,
            area=found.area,
            action=Action.CHANGED,
            subject=found.subject,
            message=found.message,
            pointer=found.pointer,
            new=found.text,
            server=server,
            fingerprint=fingerprint(found.rule, server, found.subject, found.pointer, found.text),
        )


def _apart(old: Surface, new: Surface) -> tuple[Surface, Surface]:
    """Keep of both only what differs: most of a surface is what it was."""
    keys = {
        name: [key for key, found in items.items() if found != old.lists.get(name, {}).get(key)]
        for name, items in new.lists.items()
    }
    words = [name for name, value in new.header.items() if old.header.get(name) != value]
    return _part(old, words, keys), _part(new, words, keys)


def _part(surface: Surface, words: Iterable[str], keys: Mapping[str, Iterable[str]]) -> Surface:
    lists = {
        name: {key: surface.lists[name][key] for key in wanted if key in surface.lists[name]}
        for name, wanted in keys.items()
        if name in surface.lists
    }
    header = {name: surface.header[name] for name in words if name in surface.header}
    return Surface(header=header, lists=lists, digest="")
