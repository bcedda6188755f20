"""Estimates the tokens of schemas and answers, as mcp-fusion and vurb fill their `tokenEconomics`."""

import math
import re
from collections.abc import Iterator, Sequence

from toolpin_ci.canon.ecmascript import utf16
from toolpin_ci.model.jsonvalue import Json, JsonObject

_CHARS = 3.5
_LEVELS = (("low", 1000), ("medium", 4000), ("high", 8000))
_COLLECTION = re.compile(
    "(?:ids|keys|values|records|results|rows|elements|entries|tags|items|users|events|files|nodes|edges|logs"
    r"|names|emails|roles)\Z",
    re.IGNORECASE | re.ASCII,
)
_MANY_FIELDS, _STRUCTURE, _LIMITED, _WORST = 15, 20, 50, 100
_OVERHEAD = 0.3


def _length(text: str) -> int:
    return len(utf16(text)) // 2


def _risk(tokens: float) -> str:
    return next((level for level, most in _LEVELS if tokens <= most), "critical")


def static_profile(
    tool: str, keys: Sequence[str], agent_limit: int | None, max_bytes: int | None
) -> dict[str, Json]:
    """Estimate what a tool's answers cost, from the names of their fields."""
    fields = [_field(key) for key in keys]
    base = sum(tokens for _, tokens, _ in fields)
    most, bounded = _bounds(base, agent_limit, max_bytes)
    open_lists = agent_limit is None and any(is_list for _, _, is_list in fields)
    return {
        "toolName": tool,
        "minTokens": base + _STRUCTURE,
        "maxTokens": most,
        "bounded": bounded,
        "fieldBreakdown": [
            {"name": name, "estimatedTokens": tokens, "isCollection": is_list}
            for name, tokens, is_list in fields
        ],
        "risk": _risk(most),
        "recommendations": [
            *_advice(_risk(most), bounded=bounded, open_lists=open_lists, fields=len(fields))
        ],
    }


def _field(name: str) -> tuple[str, int, bool]:
    tokens = math.ceil(_length(name) / 4) + 1 + 5
    return (
        name,
        tokens,
        _COLLECTION.search(name) is not None or "list" in name.lower() or "items" in name.lower(),
    )


def _bounds(base: int, agent_limit: int | None, max_bytes: int | None) -> tuple[int, bool]:
    if max_bytes is not None:
        return math.ceil(max_bytes / _CHARS), True
    if agent_limit is not None:
        return base * agent_limit + _LIMITED, True
    return base * _WORST, False


def _advice(risk: str, *, bounded: bool, open_lists: bool, fields: int) -> Iterator[str]:
    if not bounded:
        yield "Add .agentLimit() to bound collection size"
    if risk in ("critical", "high"):
        yield "Add .egressMaxBytes() to cap payload size"
    if open_lists:
        yield "Collection fields detected without agentLimit — risk of context flooding"
    if fields > _MANY_FIELDS:
        yield "Consider reducing schema field count (>15 fields adds cognitive load)"


def profile_response(tool: str, blocks: Sequence[JsonObject], overhead_blocks: int = 0) -> dict[str, Json]:
    """Estimate one answer; its last blocks may be rules and decoration rather than data."""
    rows = [_block(block) for block in blocks]
    tokens = [_tokens(block) for block in blocks]
    total = sum(tokens)
    overhead = sum(tokens[-overhead_blocks:]) if overhead_blocks > 0 else 0
    data = total - overhead
    ratio = overhead / data if data > 0 else math.inf if overhead else 0.0
    return {
        "toolName": tool,
        "actionKey": None,
        "estimatedTokens": total,
        "blockCount": len(rows),
        "blocks": [*rows],
        "overheadTokens": overhead,
        "dataTokens": data,
        "overheadRatio": ratio,  # type: ignore[dict-item]
        "risk": _risk(total),
        "advisory": _advisory(tool, total, ratio),
    }


def _tokens(block: JsonObject) -> int:
    text = block.get("text")
    return math.ceil(_length(text) / _CHARS) if isinstance(text, str) else 0


def _block(block: JsonObject) -> JsonObject:
    text = block.get("text")
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else b""
    return {"type": block.get("type"), "estimatedTokens": _tokens(block), "bytes": len(raw)}


def _advisory(tool: str, tokens: int, ratio: float) -> str | None:
    if _risk(tokens) == "critical":
        return (
            f'COGNITIVE OVERLOAD: Tool "{tool}" response estimated at {tokens} tokens. '
            "This will consume significant context window space. "
            "Consider adding agentLimit() or egressMaxBytes()."
        )
    if _risk(tokens) == "high":
        return (
            f'HIGH TOKEN DENSITY: Tool "{tool}" response estimated at {tokens} tokens. '
            "Consider reducing response verbosity or adding pagination."
        )
    if ratio > _OVERHEAD:
        percent = "Infinity" if math.isinf(ratio) else str(math.floor(ratio * 100 + 0.5))
        return (
            f'OVERHEAD WARNING: Tool "{tool}" has {percent}% overhead ratio. '
            "System rules and UI decorators are consuming significant context."
        )
    return None
