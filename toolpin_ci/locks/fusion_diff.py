"""Grades the differences between two tool contracts as mcp-fusion and vurb do."""

from collections.abc import Iterator, Sequence

from toolpin_ci.canon.ecmascript import STRINGIFY, property_order, write
from toolpin_ci.canon.fusion_contract import FLAGS, section
from toolpin_ci.model.jsonvalue import Json, JsonObject, same
from toolpin_ci.values import dataclass

BREAKING, RISKY, SAFE, COSMETIC = SEVERITIES = ("BREAKING", "RISKY", "SAFE", "COSMETIC")
"""Worst first."""

_RISKS = ("low", "medium", "high", "critical")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """One graded difference, in the words of the original."""

    category: str
    field: str
    severity: str
    description: str
    before: str | None
    after: str | None

    def to_json(self) -> dict[str, Json]:
        """Write as the framework's function returns it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractDiff:
    """All differences of one tool, worst first."""

    tool: str
    deltas: tuple[Delta, ...]
    digest_changed: bool

    @property
    def worst(self) -> str:
        """The worst severity; no difference counts as cosmetic."""
        return self.deltas[0].severity if self.deltas else COSMETIC

    def to_json(self) -> dict[str, Json]:
        """Write as the framework's function returns it."""
        return {
            "toolName": self.tool,
            "deltas": [delta.to_json() for delta in self.deltas],
            "maxSeverity": self.worst,
            "digestChanged": self.digest_changed,
            "isBackwardsCompatible": self.worst != BREAKING,
        }


@dataclass(frozen=True, slots=True)
class _Pair:
    """The same part of both contracts."""

    old: JsonObject
    new: JsonObject

    def at(self, name: str) -> "_Pair":
        return _Pair(section(self.old, name), section(self.new, name))

    def values(self, name: str) -> tuple[Json, Json]:
        return self.old.get(name), self.new.get(name)

    def differs(self, name: str) -> bool:
        return not same(*self.values(name))


def diff_contracts(before: JsonObject, after: JsonObject) -> ContractDiff:
    """Compare two contracts of one tool."""
    pair = _Pair(before, after)
    surface, behavior = pair.at("surface"), pair.at("behavior")
    deltas = [
        *_surface(surface),
        *_actions(surface.at("actions")),
        *_behavior(behavior),
        *_tokens(pair.at("tokenEconomics")),
        *_entitlements(pair.at("entitlements")),
    ]
    deltas.sort(key=lambda delta: SEVERITIES.index(delta.severity))
    changed = behavior.differs("egressSchemaDigest") or behavior.differs("systemRulesFingerprint")
    name = section(after, "surface").get("name")
    return ContractDiff(tool=str(name), deltas=tuple(deltas), digest_changed=changed)


def _text(value: Json) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return write(value, STRINGIFY)


def _spelled(value: Json) -> str:
    return _text(value) or "null"


def _delta(pair: _Pair, place: tuple[str, str, str], description: str) -> Delta:
    category, field, severity = place
    old, new = pair.values(field)
    return Delta(
        category=category,
        field=field,
        severity=severity,
        description=description,
        before=_text(old),
        after=_text(new),
    )


def _surface(pair: _Pair) -> Iterator[Delta]:
    if pair.differs("name"):
        yield _delta(pair, ("surface", "name", BREAKING), "Tool name changed")
    if pair.differs("description"):
        yield _delta(pair, ("surface", "description", COSMETIC), "Tool description changed")
    if pair.differs("inputSchemaDigest"):
        words = "Input schema changed — previously calibrated LLM arguments may fail"
        yield _delta(pair, ("surface", "inputSchemaDigest", BREAKING), words)
    removed, added = _lists(pair, "tags")
    if removed or added:
        parts = [*([f"removed [{removed}]"] if removed else []), *([f"added [{added}]"] if added else [])]
        severity = SAFE if removed else COSMETIC
        words = "Tags changed: " + " ".join(parts) if removed else f"Tags changed:  {parts[0]}"
        yield _delta(pair, ("surface", "tags", severity), words)


def _lists(pair: _Pair, name: str) -> tuple[str, str]:
    old, new = ([str(item) for item in _items(value)] for value in pair.values(name))
    removed = [item for item in old if item not in new]
    return ", ".join(removed), ", ".join(item for item in new if item not in old)


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def _actions(pair: _Pair) -> Iterator[Delta]:
    old, new = property_order(pair.old), property_order(pair.new)
    for key in (key for key in old if key not in new):
        yield _presence(key, BREAKING, "removed")
    for key in (key for key in new if key not in old):
        yield _presence(key, SAFE, "added")
    for key in (key for key in old if key in new):
        yield from _action(key, pair.at(key))


def _presence(key: str, severity: str, word: str) -> Delta:
    return Delta(
        category="surface.action",
        field=f"actions.{key}",
        severity=severity,
        description=f'Action "{key}" was {word}',
        before=key if word == "removed" else None,
        after=key if word == "added" else None,
    )


def _action(key: str, pair: _Pair) -> Iterator[Delta]:
    for name, severity, words in _action_changes(pair):
        old, new = pair.values(name)
        yield Delta(
            category="surface.action",
            field=f"actions.{key}.{name}",
            severity=severity,
            description=f'Action "{key}" {words}',
            before=_text(old),
            after=_text(new),
        )


def _action_changes(pair: _Pair) -> Iterator[tuple[str, str, str]]:
    for flag, severity in (("destructive", BREAKING), ("idempotent", RISKY), ("readOnly", BREAKING)):
        if pair.differs(flag):
            old, new = map(_spelled, pair.values(flag))
            yield (
                flag,
                severity,
                f"{flag} flag changed" + (f": {old} → {new}" if severity == BREAKING else ""),
            )
    removed, added = _lists(pair, "requiredFields")
    if removed:
        yield "requiredFields", SAFE, f"no longer requires: [{removed}]"
    if added:
        yield "requiredFields", BREAKING, f"now requires new fields: [{added}]"
    if pair.differs("presenterName"):
        old_name, new_name = pair.values("presenterName")
        severity = BREAKING if old_name and not new_name else RISKY
        shown = f"{_or(old_name, 'none')} → {_or(new_name, 'none')}"
        yield "presenterName", severity, f"Presenter changed: {shown}"
    if pair.differs("inputSchemaDigest"):
        yield "inputSchemaDigest", RISKY, "input schema changed"


def _or(value: Json, otherwise: str) -> str:
    return otherwise if value is None else _spelled(value)


_JOINED = {
    "middlewareChain": ("behavior.middleware", "Middleware chain changed — execution semantics may differ"),
    "stateSyncFingerprint": ("behavior.stateSync", "State sync policy changed"),
    "affordanceTopology": (
        "behavior.affordances",
        "Affordance topology changed — suggested action navigation graph differs",
    ),
    "concurrencyFingerprint": ("behavior.stateSync", "Concurrency configuration changed"),
    "embeddedPresenters": (
        "behavior.egress",
        "Embedded Presenter set changed — response composition differs",
    ),
}
_LISTS = ("middlewareChain", "affordanceTopology", "embeddedPresenters")


def _behavior(pair: _Pair) -> Iterator[Delta]:
    if pair.differs("egressSchemaDigest"):
        words = "Presenter egress schema changed — LLM response parsing may break"
        yield _delta(pair, ("behavior.egress", "egressSchemaDigest", BREAKING), words)
    if pair.differs("systemRulesFingerprint"):
        words = "System rules changed — LLM behavioral calibration invalidated"
        yield _delta(pair, ("behavior.rules", "systemRulesFingerprint", BREAKING), words)
    yield from _guardrails(pair.at("cognitiveGuardrails"))
    joined = _Pair(_joined(pair.old), _joined(pair.new))
    for name, (category, words) in _JOINED.items():
        if joined.differs(name):
            yield _delta(joined, (category, name, RISKY), words)


def _joined(behavior: JsonObject) -> JsonObject:
    """Write lists as the original compares them: joined by commas, an empty one as nothing."""
    lists = {name: ",".join(map(str, _items(behavior.get(name)))) or None for name in _LISTS}
    return {**behavior, **lists}


def _guardrails(pair: _Pair) -> Iterator[Delta]:
    for name, title in (("agentLimitMax", "Agent limit"), ("egressMaxBytes", "Egress max bytes")):
        if pair.differs(name):
            old, new = pair.values(name)
            yield Delta(
                category="behavior.guardrails",
                field=name,
                severity=RISKY if new is None else SAFE,
                description=f"{title} changed: {_or(old, 'unlimited')} → {_or(new, 'unlimited')}",
                before=_spelled(old),
                after=_spelled(new),
            )


def _tokens(pair: _Pair) -> Iterator[Delta]:
    if pair.differs("inflationRisk"):
        old, new = map(_spelled, pair.values("inflationRisk"))
        severity = BREAKING if _risk(new) > _risk(old) else SAFE
        words = f"Cognitive overload risk changed: {old} → {new}"
        yield _delta(pair, ("tokenEconomics", "inflationRisk", severity), words)
    if pair.differs("unboundedCollection"):
        old, new = map(_spelled, pair.values("unboundedCollection"))
        severity = RISKY if new == "true" else SAFE
        words = f"Unbounded collection flag: {old} → {new}"
        yield _delta(pair, ("tokenEconomics", "unboundedCollection", severity), words)


def _risk(level: str) -> int:
    """Rank a level; one that nobody knows is the worst."""
    return _RISKS.index(level) if level in _RISKS else len(_RISKS)


def _entitlements(pair: _Pair) -> Iterator[Delta]:
    for flag in FLAGS:
        old, new = (bool(value) for value in pair.values(flag))
        if old != new:
            gained = f'Handler gained "{flag}" entitlement — blast radius expanded'
            lost = f'Handler lost "{flag}" entitlement — blast radius reduced'
            yield Delta(
                category="entitlements",
                field=flag,
                severity=BREAKING if new else SAFE,
                description=gained if new else lost,
                before=_spelled(old),
                after=_spelled(new),
            )
