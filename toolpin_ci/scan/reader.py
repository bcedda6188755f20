"""Takes a surface apart and puts every part before every rule."""

import re
from collections.abc import Iterable, Iterator, Mapping

from toolpin_ci.canon.visible import name_look
from toolpin_ci.model.finding import Area
from toolpin_ci.model.jsonvalue import JsonObject
from toolpin_ci.model.message import Message
from toolpin_ci.model.surface import Item, Surface
from toolpin_ci.scan.finding import ScanFinding
from toolpin_ci.scan.registry import RULES
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_AREAS = {
    "tools": Area.TOOL,
    "prompts": Area.PROMPT,
    "resources": Area.RESOURCE,
    "resourceTemplates": Area.TEMPLATE,
}
_HEADER = ("serverInfo", "instructions", "capabilities")
_SEPARATORS = re.compile(r"[-_. /]+")


def scan(surface: Surface, *, other_tools: Iterable[str] = ()) -> tuple[ScanFinding, ...]:
    """Judge every text of a surface; `other_tools` are the tools of the other servers beside it."""
    found = [finding for subject in _subjects(surface, frozenset(other_tools)) for finding in _judge(subject)]
    found.sort(
        key=lambda finding: (
            finding.severity.rank,
            finding.area,
            finding.subject,
            finding.pointer,
            finding.rule,
        )
    )
    return tuple(found)


def _judge(subject: Subject) -> Iterator[ScanFinding]:
    for rule in RULES:
        for hit in rule.check(subject):
            yield _finding(rule, subject, hit)


def _finding(rule: ScanRule, subject: Subject, hit: Hit) -> ScanFinding:
    return ScanFinding(
        rule=rule.id,
        severity=hit.severity or rule.severity,
        area=subject.area,
        subject=subject.key,
        pointer=hit.text.pointer,
        message=Message(rule.message, hit.args),
        text=hit.text.value,
    )


def _subjects(surface: Surface, others: frozenset[str]) -> Iterator[Subject]:
    header = {name: surface.header[name] for name in _HEADER if name in surface.header}
    if header:
        yield Subject(area=Area.SERVER, key="", definition=header)
    tools = surface.lists.get("tools", {})
    siblings = frozenset(tools)
    alike = _lookalikes(tools, others)
    for name, area in _AREAS.items():
        for key, items in surface.lists.get(name, {}).items():
            for definition, twins in _definitions(items):
                yield Subject(
                    area=area,
                    key=key,
                    definition=definition,
                    others=others,
                    siblings=siblings,
                    twins=twins,
                    alike=alike.get(key, "") if area is Area.TOOL else "",
                )


def _definitions(items: tuple[Item, ...]) -> Iterator[tuple[JsonObject, int]]:
    """Give each definition once; the first tells of its twins."""
    seen: set[str] = set()
    for item in items:
        if item.digest not in seen:
            yield item.definition, 0 if seen else len(items) - 1
            seen.add(item.digest)


def _lookalikes(tools: Mapping[str, object], others: frozenset[str]) -> dict[str, str]:
    """Pair each name with another one that a reader takes it for."""
    first: dict[str, str] = {}
    found: dict[str, str] = {}
    for name in (*sorted(others), *sorted(tools, key=_plainest)):
        known = first.setdefault(_skeleton(name), name)
        if known != name and name in tools:
            found[name] = known
    return found


def _plainest(name: str) -> tuple[bool, int, str]:
    return not name.isascii(), sum(char.isdigit() for char in name), name


def _skeleton(name: str) -> str:
    folded = name_look(name.replace("I", "l").replace("|", "l").replace("rn", "m").replace("vv", "w"))
    return _SEPARATORS.sub("", folded)
