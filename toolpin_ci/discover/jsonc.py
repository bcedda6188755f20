"""Turns JSON with comments and trailing commas into plain JSON of the same length: places stay right."""

import re

# What has no end is taken to the end of the text: a token that always matches is never tried twice.
_COMMENT = r"//[^\n]*+|/\*(?:.*?\*/|.*+)"
_TOKEN = re.compile(
    rf'"(?:[^"\\\n]|\\.)*+"?|{_COMMENT}|,(?=(?:\s|{_COMMENT})*+[\]}}])',
    re.DOTALL,
)
_VISIBLE = re.compile(r"[^\r\n]")


def plain_json(text: str) -> str:
    """Blank out comments and the commas before a closing bracket; strings stay as they are."""
    return _TOKEN.sub(_blanked, text.removeprefix("\ufeff"))


def _blanked(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else _VISIBLE.sub(" ", match[0])
