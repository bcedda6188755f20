"""An address that a client must not follow."""

import binascii
import re
from collections.abc import Iterator

from toolpin_ci.model.finding import Severity
from toolpin_ci.scan.phrases import quoted
from toolpin_ci.scan.rule import Hit, ScanRule
from toolpin_ci.scan.texts import Subject, Text
from toolpin_ci.scan.tokens import PATHS

_ACTIVE = re.compile(
    r"\s*(?:javascript|vbscript|blob|jar|view-source|ms-\w+|shell|chrome|about):"
    r"|\s*data:(?!image/(?:png|jpe?g|gif|webp|avif|x-icon|vnd\.microsoft\.icon)[;,])",
    re.IGNORECASE,
)
_ICON = re.compile(
    r"https://|data:image/(?:png|jpe?g|gif|webp|avif|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,]", re.IGNORECASE
)
_INNER = re.compile(
    r"[a-z]+://(?:[^/@\s]*@)?(?:169\.254\.|metadata\.google|\[?fd00:ec2|100\.100\.100\.200|0x[0-9a-f]{8}\b|\d{8,10}(?:[:/]|$))",
    re.IGNORECASE,
)
_SYSTEM = re.compile(r"file:/{0,3}(?:etc/(?:passwd|shadow|sudoers)|proc/|dev/|root/|var/run/)", re.IGNORECASE)
_ESCAPE = re.compile(r"(?:^|[/\\])(?:\.\.|%2e%2e)(?:[/\\]|%2f)", re.IGNORECASE)
_SVG_SCRIPT = re.compile(r"<script|\bon[a-z]{3,20}\s*=|%3cscript|javascript:|<foreignObject", re.IGNORECASE)
_ROLES = ("uri", "uriTemplate", "src", "websiteUrl", "url", "href")


def _check(subject: Subject) -> Iterator[Hit]:
    for text in subject.with_role(*_ROLES):
        if _is_unsafe(text):
            yield Hit(text=text, args={"words": quoted(text.value)})


def _is_unsafe(text: Text) -> bool:
    value = text.value
    if text.role == "src":
        svg = "svg" in value[:40].lower()
        return not _ICON.match(value) or (svg and _SVG_SCRIPT.search(_drawing(value)) is not None)
    if _ACTIVE.match(value) or _INNER.match(value) or _SYSTEM.match(value):
        return True
    return bool(text.role in ("uri", "uriTemplate") and (PATHS.search(value) or _ESCAPE.search(value)))


def _drawing(address: str) -> str:
    """Give the text of a picture that stands in its address; what cannot be read counts as script."""
    head, _, body = address.partition(",")
    if ";base64" not in head.lower():
        return address
    try:
        return binascii.a2b_base64(body + "=" * (-len(body) % 4)).decode("utf-8")
    except ValueError:
        return "<script"


RULE = ScanRule(
    id="uri-unsafe",
    title="An address that must not be followed",
    severity=Severity.CRITICAL,
    message="the address {words} is none that a client should follow",
    why="Active schemes run code, inner addresses reach metadata services, and key files are no resources.",
    aliases=("bad_scheme", "sensitive_path"),
    check=_check,
)
