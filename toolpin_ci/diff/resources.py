"""Compares two definitions of one resource or resource template."""

import re
from collections.abc import Iterator, Mapping

from toolpin_ci.diff.leaves import by_member, leaves, unknown, whole
from toolpin_ci.diff.spot import Compare, Spot, Value
from toolpin_ci.diff.text import text
from toolpin_ci.model.finding import Absent, Change

_VARIABLE = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_MANY = ("+", "#")  # operators whose values may hold slashes

_ANNOTATIONS: Mapping[str, Compare] = {
    "audience": whole("annotation.audience"),
    "priority": whole("annotation.priority"),
    "lastModified": whole("annotation.lastModified"),
}


def annotations(spot: Spot, old: Value, new: Value) -> Iterator[Change]:
    """Compare for whom a resource is and how much it matters."""
    if not all(isinstance(value, (Mapping, Absent)) for value in (old, new)):
        yield from unknown(spot, old, new)
        return
    left, right = (value if isinstance(value, Mapping) else {} for value in (old, new))
    changes = list(by_member(spot, left, right, _ANNOTATIONS))
    yield from changes or [spot.change("equivalent", old, new)]


MEMBERS: Mapping[str, Compare] = {
    "name": text("resource-name"),
    "title": text("title"),
    "description": text("description"),
    "mimeType": whole("mime-type"),
    "size": whole("size"),
    "annotations": annotations,
    "icons": whole("icons"),
    "_meta": leaves("meta"),
}


def template_kind(old: str, new: str) -> str:
    """Name how a URI template became another: its scope grew, a variable got another name, or else."""
    if is_wider(new, old):
        return "scope-widened"
    return "variable" if _VARIABLE.sub(r"{\1}", old) == _VARIABLE.sub(r"{\1}", new) else ""


def is_wider(template: str, than: str) -> bool:
    """Tell whether a URI template reaches everything below another one's fixed beginning, and more."""
    fixed, other = _fixed(template), _fixed(than)
    if fixed == template or other == than:
        return False
    if other.startswith(fixed) and other != fixed:
        return True
    return fixed == other and _reach(template) > _reach(than)


def _fixed(template: str) -> str:
    return template.partition("{")[0]


def _reach(template: str) -> int:
    """Count the variables whose values may hold slashes."""
    return sum(operator in _MANY or name.endswith("*") for operator, name in _VARIABLE.findall(template))
