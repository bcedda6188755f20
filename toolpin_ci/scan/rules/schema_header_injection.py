"""A parameter that is copied into a request header that it must not set."""

import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_RESERVED = re.compile(
    r"(?:mcp-param-)?(?:authorization|cookie|set-cookie|host|content-length|transfer-encoding|connection|proxy-.*|forwarded"
    r"|x-forwarded-.*|mcp-session-id|origin)",
    re.IGNORECASE,
)


def _check(subject: Subject) -> Iterator[Hit]:
    for text in subject.with_role("x-mcp-header"):
        if not _TOKEN.fullmatch(text.value) or _RESERVED.fullmatch(text.value):
            yield Hit(text=text, args={"words": text.value[:100]})


RULE = ScanRule(
    id="schema-header-injection",
    title="An improper request header",
    severity=Severity.CRITICAL,
    message="x-mcp-header names {words}, which no parameter may set",
    why="Clients copy the argument into that header: line ends and reserved names forge requests.",
    aliases=("header_injection",),
    check=_check,
)
