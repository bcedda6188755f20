"""Scans tool descriptions as ToolPin does: six codes, its words, its order."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from toolpin_ci.canon.collation import CollationError, locale_key
from toolpin_ci.canon.ecmascript import as_text, utf16
from toolpin_ci.errors import ToolpinError
from toolpin_ci.model.jsonvalue import Json, JsonObject
from toolpin_ci.values import dataclass

_SPACE = "[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_WORD = r"A-Za-z0-9_"
_EDGE = rf"(?:(?<![{_WORD}])(?=[{_WORD}])|(?<=[{_WORD}])(?![{_WORD}]))"


def _pattern(source: str) -> re.Pattern[str]:
    text = source.replace(r"\s", _SPACE).replace(r"\b", _EDGE)
    return re.compile(text, re.IGNORECASE | re.ASCII)


_PHRASES = (
    (
        "agent_instruction_override",
        "warning",
        _pattern(
            r"\b(ignore|disregard|override)\s+(all\s+)?(previous|prior|above|system|developer)\s+instructions?\b"
        ),
        "asks the agent to ignore higher-priority instructions",
    ),
    (
        "agent_hidden_behavior",
        "warning",
        _pattern(r"\b(do\s+not|don't|never)\s+(tell|inform|notify|mention|reveal)\s+(the\s+)?user\b"),
        "asks the agent to hide behavior from the user",
    ),
    (
        "agent_forced_tool_order",
        "info",
        _pattern(r"\b(always|must|required to)\s+(call|use|invoke|run)\s+[a-zA-Z0-9_.:/-]+(\s+first)?\b"),
        "forces tool ordering in descriptive metadata",
    ),
)
_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
_LAST_UNIT = 0xFFFF
_CALL = _pattern(r"\b(call|use|invoke|run)\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFinding:
    """One advisory finding in ToolPin's words."""

    severity: str
    code: str
    subject: str
    message: str

    def to_json(self) -> dict[str, Json]:
        """Write as a lockfile holds it."""
        return {name: getattr(self, name) for name in self.__slots__}


def scan_tools(tools: Sequence[Json], prefix: str = "tool") -> tuple[ScanFinding, ...]:
    """Scan names and descriptions; findings come in ToolPin's order."""
    rows = [_row(tool) for tool in tools]
    found = [
        *(finding for name, text in rows for finding in _texts(f"{prefix}:{name}", f"{name}\n{text}")),
        *_duplicates(rows, prefix),
        *_references(rows, prefix),
    ]
    return tuple(_in_order(found))


def _row(tool: Json) -> tuple[str, str]:
    members: JsonObject = tool if isinstance(tool, Mapping) else {}
    name, description = members.get("name"), members.get("description")
    if not isinstance(name, str):
        raise ToolpinError("ToolPin scans tools with a string `name` alone")
    return name, "" if description is None else as_text(description)


def _texts(subject: str, text: str) -> Iterator[ScanFinding]:
    if _HIDDEN.search(text):
        message = "description contains hidden or control characters"
        yield ScanFinding(
            severity="warning", code="hidden_control_characters", subject=subject, message=message
        )
    for code, severity, pattern, message in _PHRASES:
        if pattern.search(text):
            yield ScanFinding(severity=severity, code=code, subject=subject, message=message)


def _duplicates(rows: Sequence[tuple[str, str]], prefix: str) -> Iterator[ScanFinding]:
    for name, count in Counter(name for name, _ in rows).items():
        if count > 1:
            yield ScanFinding(
                severity="warning",
                code="duplicate_tool_name",
                subject=f"{prefix}:{name}",
                message=f"tool name appears {count} times in this server's tools/list response",
            )


def _references(rows: Sequence[tuple[str, str]], prefix: str) -> Iterator[ScanFinding]:
    names = {name: _upper(name) for name, _ in rows}
    for name, description in rows:
        tails = _called(description) if description else ()
        for other, folded in names.items():
            if other != name and any(_starts_with(tail, other, folded) for tail in tails):
                yield ScanFinding(
                    severity="info",
                    code="cross_tool_instruction",
                    subject=f"{prefix}:{name}",
                    message=f"description instructs the agent to use sibling tool {other}",
                )


def _called(description: str) -> list[tuple[str, str]]:
    """Give what follows each verb, as written and folded; a sibling's name may itself begin with spaces."""
    ends = [end for match in _CALL.finditer(description) for end in range(match.end(1) + 1, match.end() + 1)]
    return [(description[end:], _upper(description[end:])) for end in ends]


def _starts_with(tail: tuple[str, str], name: str, folded: str) -> bool:
    written, upper = tail
    if not upper.startswith(folded):
        return False
    last, following = name[-1:] or " ", written[len(name) : len(name) + 1]
    return _is_word(last) != _is_word(following)


def _is_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _upper(text: str) -> str:
    """Fold as a JavaScript regex without the `u` flag: unit by unit, never from beyond ASCII into it."""
    if text.isascii():
        return text.upper()
    return "".join(_fold(char) for char in text)


def _fold(char: str) -> str:
    upper = char.upper()
    if len(upper) != 1 or ord(char) > _LAST_UNIT or (not char.isascii() and upper.isascii()):
        return char
    return upper


def _in_order(findings: list[ScanFinding]) -> list[ScanFinding]:
    texts = [f"{finding.subject}:{finding.code}:{finding.message}" for finding in findings]
    try:
        keys: list[object] = [locale_key(text) for text in texts]
    except CollationError:
        # A documented difference: beyond Latin letters the order is ours, by UTF-16 code unit.
        keys = [utf16(text) for text in texts]
    order = sorted(range(len(findings)), key=keys.__getitem__)  # type: ignore[arg-type]
    return [findings[index] for index in order]
