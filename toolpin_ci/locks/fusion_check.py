"""Compares a lock with the current contracts as `vurb lock --check` does, and a lock with another."""

from collections.abc import Iterable, Mapping

from toolpin_ci.canon.ecmascript import property_order, utf16
from toolpin_ci.locks.fusion_generate import Fresh
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_PARTS = (
    *(("tools", "added"), ("tools", "removed"), ("tools", "changed")),
    *(("prompts", "added"), ("prompts", "removed"), ("prompts", "changed")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The tools or the prompts of a comparison, by what happened to them."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The framework's own verdict, in its own words."""

    ok: bool
    message: str
    tools: Names
    prompts: Names

    def to_json(self) -> dict[str, Json]:
        """Write as the framework's function returns it."""
        verdict: dict[str, Json] = {"ok": self.ok, "message": self.message}
        for suffix, names in (("", self.tools), ("Prompts", self.prompts)):
            for kind in ("added", "removed", "changed", "unchanged"):
                verdict[kind + suffix] = list(getattr(names, kind))
        return verdict


def check(document: JsonObject, now: Fresh) -> Check:
    """Check a parsed lock; like the original it believes the root digest and looks no further."""
    command = "fusion" if "fusionVersion" in document else "vurb"
    if document.get("integrityDigest") == now.root:
        unchanged = Names(unchanged=_sorted(now.tools))
        prompts = Names(unchanged=_sorted(now.prompts))
        return Check(ok=True, message="Lockfile is up to date.", tools=unchanged, prompts=prompts)
    tools = _compare(_entries(document, "tools"), now.tools, property_order(now.tools))
    prompts = _compare(_entries(document, "prompts"), now.prompts, property_order(_sorted(now.prompts)))
    parts = _parts({"tools": tools, "prompts": prompts})
    message = f"Lockfile is stale. {parts}. Run `{command} lock` to update."
    return Check(ok=False, message=message, tools=tools, prompts=prompts)


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=utf16))


def _entries(document: JsonObject, name: str) -> JsonObject:
    capabilities = document.get("capabilities")
    entries = capabilities.get(name) if isinstance(capabilities, Mapping) else None
    return entries if isinstance(entries, Mapping) else {}


def _compare(locked: JsonObject, current: Mapping[str, JsonObject], order: Iterable[str]) -> Names:
    names = list(order)
    same = {name for name in names if name in locked and _digest(locked[name]) == _digest(current[name])}
    return Names(
        added=tuple(name for name in names if name not in locked),
        removed=tuple(name for name in property_order(locked) if name not in current),
        changed=tuple(name for name in names if name in locked and name not in same),
        unchanged=tuple(name for name in names if name in same),
    )


def _digest(entry: Json) -> Json:
    return entry.get("integrityDigest") if isinstance(entry, Mapping) else None


def _parts(found: Mapping[str, Names]) -> str:
    lists = ((what, kind, getattr(found[what], kind)) for what, kind in _PARTS)
    return "; ".join(f"{what} {kind}: [{', '.join(names)}]" for what, kind, names in lists if names)
