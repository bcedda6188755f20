"""Turns changes into findings: each is spoken of by exactly one rule."""

from collections.abc import Iterable, Mapping, Sequence

from toolpin_ci.model.finding import Absent, Change, Finding
from toolpin_ci.model.jsonvalue import Json
from toolpin_ci.model.message import Message
from toolpin_ci.rules.base import Rule, gaps
from toolpin_ci.rules.fingerprint import fingerprint


def by_aspect(rules: Iterable[Rule]) -> Mapping[str, Sequence[Rule]]:
    """Index rules by the aspects that they speak of, in their order."""
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        for aspect in rule.check.aspects if rule.check else ():
            found.setdefault(aspect, []).append(rule)
    return found


def choose(change: Change, index: Mapping[str, Sequence[Rule]], otherwise: Rule) -> Rule:
    """Find the rule for a change; what no rule knows is never dropped."""
    fitting = (rule for rule in index.get(change.aspect, ()) if rule.check and rule.check.fits(change))
    return next(fitting, otherwise)


def found_by(rule: Rule, change: Change, *, server: str = "", declared: bool = False) -> Finding:
    """Say in a rule's words what a change is."""
    value = change.old if isinstance(change.new, Absent) else change.new
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        area=change.area,
        action=change.action,
        subject=change.subject,
        message=_message(rule, change),
        pointer=change.pointer,
        old=change.old,
        new=change.new,
        server=server,
        declared=declared,
        fingerprint=fingerprint(rule.id, server, change.subject, change.pointer, value),
    )


def _message(rule: Rule, change: Change) -> Message:
    """Fill every gap: with a fact, or with what a change always has."""
    always: Mapping[str, Json] = {
        "area": str(change.area),
        "subject": change.subject,
        "pointer": change.pointer,
        "place": change.pointer.lstrip("/"),
        "old": _shown(change.old),
        "new": _shown(change.new),
    }
    words = rule.words_for(change)
    return Message(words, {name: change.facts.get(name, always.get(name, "")) for name in gaps(words)})


def _shown(value: "Json | Absent") -> Json:
    return "nothing" if isinstance(value, Absent) else value


def worst_first(finding: Finding) -> tuple[int, str, str, str, str]:
    """Give the order in which findings are read."""
    return finding.severity.rank, finding.area, finding.subject, finding.pointer, finding.rule
