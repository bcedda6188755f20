"""Names the rule for every way in which a server breaks the protocol."""

from collections.abc import Mapping

UNREAD: Mapping[str, str] = {
    "batch": "protocol-framing",
    "content-length-framing": "protocol-framing",
    "multi-line-json": "protocol-framing",
    "duplicate-key": "protocol-duplicate-key",
    "nan": "protocol-not-a-number",
    "invalid-utf8": "protocol-invalid-utf8",
    "invalid-json": "protocol-invalid-json",
    "result-and-error": "protocol-result-and-error",
    "jsonrpc-version": "protocol-envelope",
    "null-id": "protocol-envelope",
    "wrong-id": "protocol-envelope",
    "no-result": "protocol-envelope",
    "invalid-error": "protocol-envelope",
    "protocol-error": "protocol-envelope",
    "protocol-version": "protocol-version",
    "pagination-loop": "protocol-cursor",
    "invalid-cursor": "protocol-cursor",
    "invalid-surface": "protocol-shape",
    "invalid-item": "protocol-shape",
    "response-too-large": "protocol-limit",
    "json-too-deep": "protocol-limit",
    "number-too-long": "protocol-limit",
    "too-many-items": "protocol-limit",
    "too-many-pages": "protocol-limit",
    "too-many-requests": "protocol-limit",
    "stdout-noise": "protocol-limit",
}
"""For a trouble's code: what kept a list, or the whole server, from being read."""

READ: Mapping[str, str] = {
    "nondeterministic": "surface-unsteady",
    "wrong-id": "protocol-stray-answer",
    "asked-the-user": "protocol-asked-user",
    "list-changed": "protocol-list-changed",
    "schema-type": "protocol-schema-type",
    "field-type": "protocol-field-type",
}
"""For a note's code: what is wrong although everything was read; other notes are about us."""

UNREAD_RULES = frozenset(("server-could-not-check", "list-could-not-check", *UNREAD.values()))
MANNERS = frozenset(READ.values()) - {"surface-unsteady"}
"""Bad manners: shown with their severity, but what was read is what was locked, so they stop no merge."""
