"""Prints graded contract differences as mcp-fusion and vurb do, for people and for models."""

from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.locks.fusion_diff import ContractDiff, Delta

_SHOWN = 40


def report(diff: ContractDiff) -> str:
    """Write the differences as the original prints them."""
    if not diff.deltas:
        return f"[{diff.tool}] No contract changes detected."
    head = f"[{diff.tool}] Contract diff: {len(diff.deltas)} change(s), max severity: {diff.worst}"
    rows = (
        f"  [{delta.severity}] {delta.field}: {delta.description}\n         {_arrow(delta)}"
        for delta in diff.deltas
    )
    return "\n".join((head, "", *rows))


def _arrow(delta: Delta) -> str:
    if delta.before is not None and delta.after is not None:
        return f"{_cut(delta.before)} → {_cut(delta.after)}"
    return f"(removed) {_cut(delta.before or '')}" if delta.after is None else f"(added) {_cut(delta.after)}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def xml(deltas: Sequence[Delta]) -> str:
    """Write the differences as the original hands them to a model."""
    if not deltas:
        return ""
    return "\n".join(
        ("<contract_changes>", *(line for delta in deltas for line in _xml(delta)), "</contract_changes>")
    )


_XML = {ord(char): name for char, name in {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.items()}


def _xml(delta: Delta) -> Iterator[str]:
    values: Mapping[str, str | None] = {
        "description": delta.description,
        "before": delta.before,
        "after": delta.after,
    }
    yield f'  <change severity="{delta.severity}" field="{delta.field.translate(_XML)}">'
    for name, value in values.items():
        if value is not None:
            yield f"    <{name}>{value.translate(_XML)}</{name}>"
    yield "  </change>"
